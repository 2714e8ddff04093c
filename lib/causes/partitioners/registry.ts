import { crc32 } from "#lib/causes/partitioners/crc32.ts";
import { fnv1a } from "#lib/causes/partitioners/fnv1a.ts";
import { murmur2 } from "#lib/causes/partitioners/murmur2.ts";
import type { Partitioner } from "#lib/drift-names.ts";

/** How a client chooses the partition of a record with a key: `hash(key) % partitions`. NULL and empty keys go anywhere. */
export interface PartitionerDeclaration {
  /** As charts and tables write it. */
  label: string;
  /** Whose default it is, as it completes "a … producer". */
  client: string;
  /** A number from 0 to 2^32 − 1 of the key's bytes, whose remainder is the partition. Pure. */
  hash: (key: Uint8Array) => number;
}

export const PARTITIONER_DECLARATIONS: Readonly<Record<Partitioner, PartitionerDeclaration>> = {
  /** org.apache.kafka.clients.producer.internals.BuiltInPartitioner.partitionForKey. */
  murmur2: { label: "murmur2", client: "Java or other murmur2", hash: (key) => murmur2(key) & 0x7fffffff },
  /** rd_kafka_msg_partitioner_consistent_random of librdkafka's rdkafka_msg.c: the unsigned number. */
  crc32: { label: "CRC32", client: "librdkafka", hash: crc32 },
  /** hashPartitioner.Partition of Sarama's partitioner.go: the remainder of the signed number, then without its sign. */
  fnv1a: { label: "FNV-1a", client: "Sarama", hash: (key) => Math.abs(fnv1a(key)) },
};

/** The partition that the client gives to a key that is not empty. In: at least one partition. Pure. */
export function partitionOf(partitioner: Partitioner, key: Uint8Array, partitions: number): number {
  return PARTITIONER_DECLARATIONS[partitioner].hash(key) % partitions;
}
