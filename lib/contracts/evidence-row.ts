import { z } from "zod";

const text = z.string().nullable();

/** A row of a duplicated key as documents show it: values are text, bytes hex, times nanoseconds since the epoch. */
export const EvidenceRow = z.strictObject({
  values: z.record(z.string(), text),
  topic: text,
  partition: text,
  offset: text,
  keyBytesHex: text,
  file: text,
  position: text,
  /** The file's data sequence number. */
  sequenceNumber: text,
  /** Not given: the causes were not asked for. */
  evidence: z
    .strictObject({
      kafkaTimestamp: text,
      eventTime: text,
      sourceTime: text,
      op: text,
      lsn: z.array(text),
      deleted: z.boolean().nullable(),
      /** Rows of a key with the same number have the same payload. */
      payload: z.number().nullable(),
      /** Rows with the same number are alike in all but Kafka columns, times and columns equal to the decoded Kafka key. */
      content: z.number().nullable(),
      /** Whether the Kafka key's bytes read as the business key, and how. */
      keyReads: z.boolean().nullable(),
      keyReadAs: text,
      /** Its file was written by a compaction; null: the commit that added it expired, and nothing else tells. */
      compacted: z.boolean().nullable(),
      /** Spec and partition of its file. */
      scope: text,
      /** The snapshot that added its file. */
      addedBy: text,
    })
    .optional(),
});
