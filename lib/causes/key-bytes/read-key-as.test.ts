import { expect, test } from "vitest";
import { hexOfText } from "#lib/causes/key-bytes/hex.ts";
import { readKeyAs } from "#lib/causes/key-bytes/read-key-as.ts";

const text = (value: string) => [{ text: value, type: "string" }];
const long = (value: string) => [{ text: value, type: "long" }];
const both = [
  { text: "order", type: "string" },
  { text: "8", type: "long" },
];
const UUID = "00112233-4455-6677-8899-aabbccddeeff";
const hex = hexOfText;

test.each([
  ["text", "41434D452D31", text("ACME-1"), "text"],
  ["another case and white space", hex(" acme-1\n"), text("ACME-1"), "text"],
  ["quoted text", hex('"Hooli-2"'), text("Hooli-2"), "JSON"],
  ["columns joined", hex("8::order"), both, "text"],
  ["columns in brackets", hex("[order, 8]"), both, "text"],
  ["JSON in another order, with spaces", hex('{ "id": 8, "type": "order" }'), both, "JSON"],
  ["a NULL field beside", hex('{"id":8,"type":"order","v":null}'), both, "JSON"],
  ["a long number", hex('{"id":9007199254740993}'), long("9007199254740993"), "JSON"],
  ["Kafka Connect's envelope", hex('{"schema":{"type":"int64"},"payload":8}'), long("8"), "JSON in Kafka Connect's envelope"],
  ["Kafka Connect's Struct", hex("Struct{type=order,id=8}"), both, "Kafka Connect's Struct as text"],
  ["MongoDB's key of Debezium", hex('{"id":"{\\"$oid\\":\\"596e275826f08b2730779e1f\\"}"}'), text("596e275826f08b2730779e1f"), "JSON"],
  ["a long of eight bytes", "0000000000018773", text("100211"), "big-endian integer of 8 bytes"],
  ["a negative int", "FFFFFFFE", long("-2"), "big-endian integer of 4 bytes"],
  ["a long that looks like a schema id", "000000012A05F200", long("5000000000"), "big-endian integer of 8 bytes"],
  ["a UUID's bytes", UUID.replaceAll("-", ""), [{ text: UUID, type: "uuid" }], "UUID in 16 bytes"],
  ["a UUID's text in capitals", hex(UUID.toUpperCase()), [{ text: UUID, type: "uuid" }], "text"],
  ["a UUID's text without dashes", hex(UUID.replaceAll("-", "")), [{ text: UUID, type: "uuid" }], "text"],
  [
    "a UUID in JSON with the dashes that the column lacks",
    hex(`{"id":"${UUID}"}`),
    [{ text: UUID.replaceAll("-", ""), type: "string" }],
    "JSON",
  ],
  ["a decimal in base64, as Kafka Connect writes it", hex('{"n":"AJY="}'), [{ text: "1.50", type: "decimal(10,2)" }], "JSON"],
  ["a double", "3FF8000000000000", [{ text: "1.5", type: "double" }], "big-endian double"],
  ["an Avro long", "0000000029D29D0C", text("100201"), "Avro behind schema id 41"],
  ["an Avro string", `000000002A0C${hex("100205")}`, text("100205"), "Avro behind schema id 42"],
  [
    "an Avro record of two fields",
    `000000005A0A${hex("order")}0238`,
    [both[0], text("8")[0]].flatMap((one) => one ?? []),
    "Avro behind schema id 90",
  ],
  ["the same in another order, in unions", `000000005A0210020A${hex("order")}`, both, "Avro behind schema id 90"],
  ["an Avro string in small letters", `00000000290C${hex("acme-1")}`, text("ACME-1"), "Avro behind schema id 41"],
  ["Protobuf of the first message", `000000002C000A08${hex("ord-5017")}`, text("ord-5017"), "Protobuf behind schema id 44"],
  ["Protobuf of an inner message", `000000002C0402001A08${hex("ord-5017")}`, text("ord-5017"), "Protobuf behind schema id 44"],
  ["Protobuf with fields in any order", `000000002C0010080A05${hex("order")}`, both, "Protobuf behind schema id 44"],
  ["Protobuf that leaves a zero out", "000000002C00", long("0"), "Avro behind schema id 44"],
  ["JSON Schema", `000000001F${hex('{"order_id":"ord-5015"}')}`, text("ord-5015"), "JSON behind schema id 31"],
  ["Apicurio's eight bytes", `00000000000000000710${hex("ord-5017")}`, text("ord-5017"), "Avro behind Apicurio's global id 7"],
  [
    "Confluent's GUID",
    `01${"AB".repeat(16)}10${hex("ord-5017")}`,
    text("ord-5017"),
    "Avro behind schema GUID abababab-abab-abab-abab-abababababab",
  ],
  [
    "Glue's header",
    `0300${"CD".repeat(16)}10${hex("ord-5017")}`,
    text("ord-5017"),
    "Avro behind Glue's schema version cdcdcdcd-cdcd-cdcd-cdcd-cdcdcdcdcdcd",
  ],
  ["a decimal as Avro's bytes", "00000000290404D2", [{ text: "12.34", type: "decimal(12,2)" }], "Avro behind schema id 41"],
  ["a date in days", "0000000029DEBF02", [{ text: "2026-01-10", type: "date" }], "Avro behind schema id 41"],
  ["a timestamp in another spelling", hex("2026-01-10T09:14:00.500Z"), [{ text: "2026-01-10 09:14:00.5+00", type: "timestamptz" }], "text"],
  ["bytes as base64 in JSON", hex('{"id":"AQI="}'), [{ text: "0102", type: "binary" }], "JSON"],
])("%s reads as the key", (_, bytes, key, as) => {
  expect(readKeyAs(bytes, key)).toEqual({ reads: true, as });
});

test.each([
  ["another text", hex("Stark 5"), text("Stark-5")],
  ["an event id", hex("d3c1b2a0-0000-4000-8000-000000000001"), text("ord-6001")],
  ["a version beside", hex('{"id":8,"type":"order","v":2}'), both],
  ["the parts without a separator", hex("order8"), both],
  ["another number", "000000000001876B", long("100204")],
  ["JSON behind a header with another value", `000000001F${hex('{"event":"e-1"}')}`, text("ord-5015")],
  ["bytes that are no text", "FFFE41", text("A")],
  ["a text cut short", "C3", text("é")],
])("%s is another value", (_, bytes, key) => {
  expect(readKeyAs(bytes, key)).toEqual({ reads: false, as: null });
});

test.each([
  ["no bytes", "", text("a")],
  ["masked bytes", "masked 1", text("a")],
  ["an unknown record behind a header", "00000000330A03F1E2D31001", text("ord-5030")],
  ["what Glue has packed", `0305${"CD".repeat(16)}789C4B`, text("a")],
])("%s is left open", (_, bytes, key) => {
  expect(readKeyAs(bytes, key)).toEqual({ reads: null, as: null });
});
