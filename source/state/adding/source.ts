import { isInfohash } from '../../protocol/infohash.ts';

/** Base of relative paths, on the machine of the cockpit. */
export interface WorkingDirectory {
	readonly folder: string;
	/** Expansion of ~. */
	readonly home: string;
}

/** A source as named by a text. Untrusted. */
export type Source =
	| {
			readonly kind: 'magnet';
			/** As sent to the service. */
			readonly uri: string;
			/** 40 lower-case hexadecimal digits; undefined for links that have only version 2. */
			readonly infohash: string | undefined;
			/** Infohash of version 2, 64 digits; undefined if the link has none. */
			readonly infohash2?: string | undefined;
			/** Suggested name in the link; '' for none. */
			readonly name: string;
	  }
	| { readonly kind: 'infohash'; readonly uri: string; readonly infohash: string }
	| { readonly kind: 'url'; readonly uri: string }
	/** `uri` is an absolute path, without '..' and doubled slashes. */
	| { readonly kind: 'path'; readonly uri: string }
	/** It looks like one of these and is none. */
	| { readonly kind: 'wrong'; readonly uri: string; readonly why: string };

/** Maximum length of a link or path. Those in use are shorter. */
const MAX_URI_LENGTH = 16_384;
const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

export const sourceText = {
	tooLong: 'it is too long',
	invalidUrl: 'not a valid address',
	unknownScheme: (scheme: string) => `links of the kind ${scheme}: cannot be added`,
	infohashLength: (digits: number) => `an infohash has 40 or 64 digits, this has ${digits}`,
} as const;

/** Parses a link, an infohash or a file: URL; undefined for other text. */
export function sourceOf(text: string): Source | undefined {
	const wrong = (why: string): Source => ({ kind: 'wrong', uri: text.slice(0, MAX_URI_LENGTH), why });
	const scheme = /^([a-z][a-z\d+.-]*):/i.exec(text)?.[1]?.toLowerCase();
	if (text.length > MAX_URI_LENGTH && scheme !== undefined) return wrong(sourceText.tooLong);
	if (scheme === 'magnet') return magnetOf(text) ?? wrong(whyNoMagnet(text));
	if (scheme === 'http' || scheme === 'https') {
		return URL.canParse(text) ? { kind: 'url', uri: text } : wrong(sourceText.invalidUrl);
	}
	if (scheme !== undefined && /^[a-z][a-z\d+.-]*:\/\//i.test(text) && scheme !== 'file') {
		return wrong(sourceText.unknownScheme(scheme));
	}
	if (isInfohash(text)) {
		return { kind: 'infohash', uri: text.toLowerCase(), infohash: text.toLowerCase() };
	}
	if (/^[A-Z2-7]{32}$/.test(text)) {
		const infohash = fromBase32(text.toLowerCase());
		return { kind: 'infohash', uri: infohash, infohash };
	}
	if (/^[\da-f]{32,}$/i.test(text)) {
		return wrong(sourceText.infohashLength(text.length));
	}
	return undefined;
}

function magnetOf(uri: string): Source | undefined {
	const topics = topicsOf(uri);
	const name = new URLSearchParams(uri.slice(uri.indexOf('?') + 1)).get('dn') ?? '';
	const infohash2 = infohash2Of(topics);
	for (const topic of topics) {
		const digits = /^urn:btih:(.*)$/i.exec(topic)?.[1] ?? '';
		if (/^[\da-f]{40}$/i.test(digits)) {
			return { kind: 'magnet', uri, infohash: digits.toLowerCase(), infohash2, name };
		}
		if (/^[a-z2-7]{32}$/i.test(digits)) {
			return { kind: 'magnet', uri, infohash: fromBase32(digits.toLowerCase()), infohash2, name };
		}
	}
	const isSecond = topics.some((topic) => /^urn:btmh:[\da-f]+$/i.test(topic));
	return isSecond ? { kind: 'magnet', uri, infohash: undefined, infohash2, name } : undefined;
}

/** Returns the infohash of version 2 among the topics of a link: a SHA-256 multihash (BEP 52). */
function infohash2Of(topics: readonly string[]): string | undefined {
	for (const topic of topics) {
		const digits = /^urn:btmh:1220([\da-f]{64})$/i.exec(topic)?.[1];
		if (digits !== undefined) return digits.toLowerCase();
	}
	return undefined;
}

/** Returns the infohashes that a source names: none, one, or both of a hybrid torrent. */
export function infohashesOf(source: Source): readonly string[] {
	const first = 'infohash' in source ? source.infohash : undefined;
	const second = 'infohash2' in source ? source.infohash2 : undefined;
	return [first, second].filter((infohash) => infohash !== undefined);
}

/** Reasons why a text is no magnet link. */
export const magnetFaults = {
	wrongBeginning: "a magnet link begins with 'magnet:?'",
	wrongInfohash: 'its infohash is neither 40 hexadecimal nor 32 base32 digits',
	noInfohash: 'it names no infohash',
} as const;

function whyNoMagnet(uri: string): string {
	if (!/^magnet:\?/i.test(uri)) return magnetFaults.wrongBeginning;
	return topicsOf(uri).some((topic) => /^urn:btih:/i.test(topic))
		? magnetFaults.wrongInfohash
		: magnetFaults.noInfohash;
}

/** Returns the exact topics of a magnet link. */
function topicsOf(uri: string): readonly string[] {
	return [...new URLSearchParams(uri.slice(uri.indexOf('?') + 1))].flatMap(([key, value]) =>
		/^xt(\.\d+)?$/.test(key) ? [value.trim()] : [],
	);
}

function fromBase32(digits: string): string {
	let bits = 0n;
	for (const digit of digits) bits = bits * 32n + BigInt(base32.indexOf(digit));
	return bits.toString(16).padStart(40, '0');
}
