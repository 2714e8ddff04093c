import { expect, test } from "vitest";
import { readKeyBytes } from "#lib/causes/key-bytes/read-key-bytes.ts";

const hexOf = (text: string): string => Buffer.from(text).toString("hex");
const says = (hex: string, name: string) => {
  const found = readKeyBytes(hex)?.decodings.find((one) => one.name === name);
  return found && [found.fits, found.says];
};

test("each byte stands over the character that begins there", () => {
  expect(readKeyBytes(hexOf("aé1"))?.bytes).toEqual([
    { hex: "61", character: "a" },
    { hex: "C3", character: "é" },
    { hex: "A9", character: null },
    { hex: "31", character: "1" },
  ]);
});

test.each([
  ["Text, UTF-8", hexOf("A-1048213"), true, "A-1048213"],
  ["Text, UTF-8", hexOf('😀 "<b>'), true, '😀 "<b>'],
  ["Text, UTF-8", "ff41", false, "not valid"],
  ["Text, UTF-8", "0041", false, "has control characters"],
  ["Text, UTF-8", "", false, "there are no bytes"],
  ["JSON", hexOf('{"b":1,"a":2}'), true, "an object: b, a"],
  ["JSON", hexOf("[1,2]"), true, "a list of 2"],
  ["JSON", hexOf("9007199254740993"), true, "a number"],
  ["JSON", hexOf('"x"'), true, "a string"],
  ["JSON", hexOf("A-1"), false, "not valid"],
  ["JSON", "ff", false, "is not text"],
  ["Schema id in front", "000000002a0c41", true, "schema id 42, 2 bytes follow"],
  ["Behind it", "000000002c000a086f72642d35303137", true, "1: ord-5017, if it is Protobuf"],
  ["Behind it", "0000000011106f72642d35303137", true, "ord-5017, if it is an Avro text"],
  ["Behind it", "0000000029d29d0c", true, "100201, if it is an Avro number"],
  ["Behind it", "00000000330a03f1e2d310", false, "undecided by format alone: the schema is needed"],
  ["Schema id in front", "0000000000018773", false, "the id would be 0, which no registry gives"],
  ["Float", "3ff8000000000000", true, "1.5 (8 bytes, big-endian)"],
  ["Float", "0000000000018773", false, "would be no number of a usual size"],
  ["Schema id in front", "000000002a", false, "5 bytes leave no room for a value"],
  ["Schema id in front", "41", false, "starts with 41, not 00, 01 or 03"],
  ["Integer", "ffffffff", true, "-1 (4 bytes, big-endian)"],
  ["Integer", "7fffffffffffffff", true, "9223372036854775807 (8 bytes, big-endian)"],
  ["Integer", "414243", false, "3 bytes, not 1, 2, 4 or 8"],
  ["Integer", "ff", true, "-1 (1 byte, big-endian)"],
  ["UUID", "00112233445566778899aabbccddeeff", true, "00112233-4455-6677-8899-aabbccddeeff"],
  ["UUID", "0011", false, "2 bytes, not 16"],
])("%s of %s: %s, %s", (name, hex, fits, text) => {
  expect(says(hex, name)).toEqual([fits, text]);
});

test.each(["masked 1", "abc", "zz"])("%s is no hex, and no bytes are made up", (text) => {
  expect(readKeyBytes(text)).toBeNull();
});
