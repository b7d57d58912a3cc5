import fc, { type StringConstraints } from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

const codePoint = fc
	.nat(0x10ffff - SURROGATES.count)
	.map((number) => String.fromCodePoint(number < SURROGATES.first ? number : number + SURROGATES.count));

/** Text of any code points. The unit 'binary' of fast-check costs two seconds for its table of all code points. */
export const anyText = (lengths: Pick<StringConstraints, 'minLength' | 'maxLength'> = {}) =>
	fc.string({ ...lengths, unit: codePoint });
