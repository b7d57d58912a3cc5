import { type Codec, InvalidJson, text } from '../../market/trading/codec.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns the value of JSON in UTF-8. Undefined if it is not valid. */
export function jsonOf(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(utf8.decode(bytes));
	} catch {
		return undefined;
	}
}

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
