import { type Codec, InvalidJson, text } from '../../market/trading/codec.ts';

/** A text without lone surrogates, which no database keeps. */
export function wellFormed(maxLength: number): Codec<string> {
	const limited = text(maxLength);
	return {
		encode: (value) => value,
		decode(json) {
			const value = limited.decode(json);
			if (/\p{Surrogate}/u.test(value)) throw new InvalidJson('A text has half of a character.');
			return value;
		},
	};
}
