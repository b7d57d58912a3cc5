import { MetainfoError } from './error.ts';
import { type FileRange, parseSelection } from './selection.ts';
import { trackerList } from './tracker-list.ts';
import { webSeedList } from './web-seed-list.ts';

const MAX_MAGNET_CHARACTERS = 64 * 1024;
const MAX_PEERS = 100;
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Problems of a magnet link. */
export const magnetText = {
	tooLong: 'this magnet link is too long',
	otherBeginning: "this is not a magnet link: it does not begin with 'magnet:?'",
	invalidInfohash:
		'this magnet link cannot be used: its infohash is neither 40 hexadecimal nor 32 base32 digits',
	noInfohash: 'this magnet link cannot be used: it names no BitTorrent infohash',
	secondVersion:
		'this magnet link is version 2 only, which the engine does not support: use a version 1 or hybrid one',
};

export interface Magnet {
	/** 40 lower-case hexadecimal digits. */
	readonly infohash: string;
	/** The suggested name, or empty. */
	readonly name: string;
	readonly trackers: readonly string[];
	/** URLs of web seeds (BEP 19). */
	readonly webSeeds: readonly string[];
	/** Initial peers, as host:port. */
	readonly peers: readonly string[];
	/** The selected files (BEP 53), or null if the link has no selection. */
	readonly selection: readonly FileRange[] | null;
}

/**
 * Parses a magnet link for BitTorrent (BEP 9) with an infohash in hexadecimal or base32.
 * @throws MetainfoError with the problem in one sentence.
 */
export function parseMagnet(uri: string): Magnet {
	if (uri.length > MAX_MAGNET_CHARACTERS) throw new MetainfoError(magnetText.tooLong);
	if (!/^magnet:\?/i.test(uri)) throw new MetainfoError(magnetText.otherBeginning);
	const parameters = new URLSearchParams(uri.slice(uri.indexOf('?') + 1));
	const trackers: string[] = [];
	const webSeeds: string[] = [];
	const peers: string[] = [];
	const topics: string[] = [];
	const selections: string[] = [];
	for (const [key, value] of parameters) {
		if (/^tr(\.\d+)?$/.test(key)) trackers.push(value);
		else if (/^ws(\.\d+)?$/.test(key)) webSeeds.push(value);
		else if (/^xt(\.\d+)?$/.test(key)) topics.push(value.trim());
		else if (key === 'so' && value.trim() !== '') selections.push(value);
		else if (key === 'x.pe' && isAddress(value) && peers.length < MAX_PEERS) peers.push(value);
	}
	return {
		infohash: infohashOf(topics),
		name: wellFormed(parameters.get('dn') ?? ''),
		trackers: trackerList(trackers),
		webSeeds: webSeedList(webSeeds),
		peers,
		selection: selections.length > 0 ? parseSelection(selections.join()) : null,
	};
}

function infohashOf(topics: readonly string[]): string {
	for (const topic of topics) {
		const digits = /^urn:btih:(.*)$/i.exec(topic)?.[1];
		if (digits === undefined) continue;
		const infohash = readInfohash(digits);
		if (infohash === undefined) throw new MetainfoError(magnetText.invalidInfohash);
		return infohash;
	}
	if (topics.some((topic) => /^urn:btmh:/i.test(topic))) {
		throw new MetainfoError(magnetText.secondVersion);
	}
	throw new MetainfoError(magnetText.noInfohash);
}

/** Reads 40 hexadecimal or 32 base32 digits of either case. Returns 40 hexadecimal ones, otherwise undefined. */
export function readInfohash(digits: string): string | undefined {
	if (/^[0-9a-f]{40}$/i.test(digits)) return digits.toLowerCase();
	if (!/^[a-z2-7]{32}$/i.test(digits)) return undefined;
	let bits = 0n;
	for (const digit of digits.toLowerCase()) bits = bits * 32n + BigInt(BASE32.indexOf(digit));
	return bits.toString(16).padStart(40, '0');
}

function isAddress(text: string): boolean {
	const port = Number(/^(?:\[[0-9a-f:.]+\]|[a-z0-9.-]{1,253}):(\d{1,5})$/i.exec(text)?.[1] ?? 0);
	return port > 0 && port < 65536;
}

/** Replaces lone surrogates, which UTF-8 cannot encode, by the replacement character. */
function wellFormed(text: string): string {
	return Buffer.from(text, 'utf8').toString('utf8');
}
