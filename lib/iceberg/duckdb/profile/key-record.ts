/** The lowest bits of a record's MD5 give way to the part of the reading that it came from: 123 bits are left. */
export const PARTS = 32;
export const KEY_MASK = ~(PARTS - 1);
export const ALL_ONES = 0xff_ff_ff_ff;
