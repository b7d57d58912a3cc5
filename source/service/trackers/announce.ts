import { isIPv4 } from 'node:net';
import type { BencodeReader, Span } from '../../metainfo/bencode.ts';
import type { AddressFilter } from '../http-client/address-filter.ts';
import { escapedBytes, requestHttp, type TrackerAccess } from './http-request.ts';
import { type ResponseRules, TrackerError } from './tracker-error.ts';
import { requestUdp, udpAction } from './udp-request.ts';

/** More than any announce response needs. */
const MAX_RESPONSE_MIB = 1;
/** Number of peers to request. */
const WANTED_PEERS = 50;
/** A tracker id is sent back with every announce. */
const MAX_TRACKER_ID_BYTES = 256;
/** Bytes of an UDP request, and of a response before its peers (BEP 15). */
const UDP_REQUEST_BYTES = 82;
const UDP_COUNTS_BYTES = 12;
const UDP_EVENTS = { completed: 1, started: 2, stopped: 3 } as const;

const rules: ResponseRules = {
	maxBytes: MAX_RESPONSE_MIB * 1024 * 1024,
	maxMessage: 500,
	text: {
		malformed: 'the response of the tracker is not an announce response',
		tooLong: `the tracker's answer is larger than ${MAX_RESPONSE_MIB} MiB`,
		status: (status) => `the tracker answered with status ${status}`,
		refused: (message) => message,
	},
};

/** Amounts in bytes. */
export interface Announcement {
	/** 40 hexadecimal digits each. */
	readonly infohash: string;
	readonly peerId: string;
	readonly port: number;
	readonly uploaded: number;
	readonly downloaded: number;
	/** Undefined while the metadata is missing. */
	readonly left: number | undefined;
	readonly event: 'started' | 'completed' | 'stopped' | undefined;
	/** Id in the last response of an HTTP tracker, escaped for a URL; empty if it had none. */
	readonly trackerId: string;
}

export interface AnnounceResponse {
	/** Seconds. */
	readonly interval: number | undefined;
	readonly minInterval?: number | undefined;
	readonly complete: number | undefined;
	readonly incomplete: number | undefined;
	/** Escaped for a URL; empty if the response has none. */
	readonly trackerId: string;
	/** host:port */
	readonly peers: readonly string[];
}

/** Announces to an HTTP or UDP tracker. Rejects as `requestHttp` and `requestUdp`. */
export async function announce(
	url: string,
	announcement: Announcement,
	access: Omit<TrackerAccess, 'addressFilter'>,
): Promise<AnnounceResponse> {
	if (/^http/i.test(url)) return requestHttp(announceUrl(url, announcement), access, rules, readDictionary);
	const content = await requestUdp(new URL(url), { ...access, addressFilter: onlyIPv4 }, rules, {
		action: udpAction.announce,
		content: udpContent(announcement),
	});
	if (content.length < UDP_COUNTS_BYTES) throw new TrackerError(rules.text.malformed);
	return {
		interval: content.readUInt32BE(0),
		incomplete: content.readUInt32BE(4),
		complete: content.readUInt32BE(8),
		trackerId: '',
		peers: [...compactPeers(content.subarray(UDP_COUNTS_BYTES), 4)],
	};
}

/** The response to a request over IPv6 has other peers. */
const onlyIPv4: AddressFilter = (addresses) => {
	const found = addresses.filter(isIPv4);
	if (found.length === 0) throw new TrackerError("the tracker's host has no IPv4 address");
	return found;
};

const wantedPeers = ({ event }: Announcement): number => (event === 'stopped' ? 0 : WANTED_PEERS);

function announceUrl(url: string, announcement: Announcement): URL {
	const { infohash, peerId, port, uploaded, downloaded, left, event, trackerId } = announcement;
	const parts = [
		`info_hash=${escapedBytes(infohash)}`,
		`peer_id=${escapedBytes(peerId)}`,
		`port=${port}`,
		`uploaded=${uploaded}`,
		`downloaded=${downloaded}`,
		// Without metadata the size is unknown, so any positive value is sent.
		`left=${left ?? 16_384}`,
		'compact=1',
		`numwant=${wantedPeers(announcement)}`,
	];
	if (event !== undefined) parts.push(`event=${event}`);
	if (trackerId !== '') parts.push(`trackerid=${trackerId}`);
	return new URL(`${url}${url.includes('?') ? '&' : '?'}${parts.join('&')}`);
}

function udpContent(announcement: Announcement): Buffer {
	const { infohash, peerId, port, uploaded, downloaded, left, event } = announcement;
	const content = Buffer.alloc(UDP_REQUEST_BYTES);
	content.write(infohash + peerId, 'hex');
	content.writeBigUInt64BE(BigInt(downloaded), 40);
	content.writeBigInt64BE(BigInt(left ?? -1), 48);
	content.writeBigUInt64BE(BigInt(uploaded), 56);
	content.writeUInt32BE(event ? UDP_EVENTS[event] : 0, 64);
	// Address and key stay 0.
	content.writeUInt32BE(wantedPeers(announcement), 76);
	content.writeUInt16BE(port, 80);
	return content;
}

/** Reads an announce response (BEP 3, 7, 23). */
function readDictionary(reader: BencodeReader, entries: ReadonlyMap<string, Span>): AnnounceResponse {
	const trackerId = Buffer.from(reader.string(entries.get('tracker id')) ?? []);
	return {
		trackerId: trackerId.length <= MAX_TRACKER_ID_BYTES ? escapedBytes(trackerId.toString('hex')) : '',
		interval: reader.integer(entries.get('interval')),
		minInterval: reader.integer(entries.get('min interval')),
		complete: reader.integer(entries.get('complete')),
		incomplete: reader.integer(entries.get('incomplete')),
		peers: [...peersOf(reader, entries.get('peers'), 4), ...peersOf(reader, entries.get('peers6'), 16)],
	};
}

function* peersOf(reader: BencodeReader, value: Span | undefined, width: 4 | 16): Generator<string> {
	if (value === undefined || !reader.isList(value)) {
		yield* compactPeers(Buffer.from(reader.string(value) ?? []), width);
		return;
	}
	for (const item of reader.list(value)) {
		if (!reader.isDictionary(item)) continue;
		const peer = reader.dictionary(item);
		const host = Buffer.from(reader.string(peer.get('ip')) ?? '').toString('latin1');
		const port = reader.integer(peer.get('port')) ?? 0;
		if (/^[\w.:-]{1,253}$/.test(host)) yield `${host.includes(':') ? `[${host}]` : host}:${port}`;
	}
}

/** Reads addresses of so many bytes, each with its port. */
function* compactPeers(compact: Buffer, width: 4 | 16): Generator<string> {
	for (let at = 0; at + width + 2 <= compact.length; at += width + 2) {
		const host =
			width === 4
				? compact.subarray(at, at + 4).join('.')
				: `[${Array.from({ length: 8 }, (_, group) => compact.readUInt16BE(at + group * 2).toString(16)).join(':')}]`;
		yield `${host}:${compact.readUInt16BE(at + width)}`;
	}
}
