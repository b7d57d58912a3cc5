import { EventEmitter } from 'node:events';
import { BencodeReader, type Span } from '../../../../../metainfo/bencode.ts';
import { fetchBody } from '../../../../http-client/fetch-body.ts';
import { connectDirectly } from '../../../../http-client/open-response.ts';
import type { Announcer } from './announcer.ts';

/** Time for an announce: lookup, connection, redirects and response. */
const ANNOUNCE_TIMEOUT_MS = 18_000;
/** More than any announce response needs. */
const MAX_RESPONSE_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 5;
/** Number of peers to request. */
const WANTED_PEERS = 50;
/** A tracker id is sent back with every announce. */
const MAX_TRACKER_ID_BYTES = 256;

/**
 * Announces to an HTTP tracker, through the download's route if it has one. Has the same interface as the library's
 * UDP client: events 'update', 'peer' and 'warning'.
 */
export class HttpTracker extends EventEmitter {
	readonly #url: string;
	readonly #announcer: Announcer;
	readonly #abort = new AbortController();
	/** Escaped for a URL; empty until the tracker sends one. */
	#trackerId = '';

	constructor(url: string, announcer: Announcer) {
		super();
		this.#url = url;
		this.#announcer = announcer;
	}

	start(): void {
		this.#announce('started');
	}

	update(): void {
		this.#announce(undefined);
	}

	complete(): void {
		this.#announce('completed');
	}

	stop(): void {
		this.#announce('stopped');
	}

	/** Unused: it has no timer of its own. */
	setInterval(): void {}

	destroy(): void {
		this.#abort.abort(new Error('the download was stopped'));
	}

	#announce(event: string | undefined): void {
		this.#exchange(event).then(
			(answer) => this.#report(answer),
			(error: unknown) => {
				if (!this.#abort.signal.aborted) this.emit('warning', error);
			},
		);
	}

	async #exchange(event: string | undefined): Promise<AnnounceResponse> {
		const { route, ownService } = this.#announcer;
		const { status, body } = await fetchBody(this.#announceUrl(event), {
			connect: route ? (destination) => route.open(destination) : connectDirectly,
			ownService,
			maxRedirects: MAX_REDIRECTS,
			signal: this.#abort.signal,
			maxBytes: MAX_RESPONSE_BYTES,
			tooLong: () => new Error(`the tracker's answer is larger than ${MAX_RESPONSE_BYTES / 1024 / 1024} MiB`),
			timeoutMs: ANNOUNCE_TIMEOUT_MS,
		});
		if (status !== 200) throw new Error(`the tracker answered with status ${status}`);
		const answer = parseAnnounceResponse(body);
		if (answer.trackerId !== '') this.#trackerId = answer.trackerId;
		return answer;
	}

	#announceUrl(event: string | undefined): URL {
		const { infohash, peerId, port } = this.#announcer;
		const { uploaded, downloaded, left } = this.#announcer.stats();
		const parts = [
			`info_hash=${escaped(infohash)}`,
			`peer_id=${escaped(peerId)}`,
			`port=${port}`,
			`uploaded=${uploaded}`,
			`downloaded=${downloaded}`,
			// Without metadata the size is unknown, so any positive value is sent.
			`left=${left ?? 16_384}`,
			'compact=1',
			`numwant=${event === 'stopped' ? 0 : WANTED_PEERS}`,
		];
		if (event !== undefined) parts.push(`event=${event}`);
		if (this.#trackerId !== '') parts.push(`trackerid=${this.#trackerId}`);
		return new URL(`${this.#url}${this.#url.includes('?') ? '&' : '?'}${parts.join('&')}`);
	}

	#report({ peers, ...answer }: AnnounceResponse): void {
		if (this.#abort.signal.aborted) return;
		this.emit('update', answer);
		for (const peer of peers) this.emit('peer', peer);
	}
}

interface AnnounceResponse {
	readonly interval: number | undefined;
	readonly minInterval: number | undefined;
	readonly complete: number | undefined;
	readonly incomplete: number | undefined;
	/** Escaped for a URL; empty if the response has none. */
	readonly trackerId: string;
	/** host:port */
	readonly peers: readonly string[];
}

/** Parses an announce response (BEP 3, 7, 23). Throws the tracker's failure reason. */
export function parseAnnounceResponse(bytes: Uint8Array): AnnounceResponse {
	const reader = new BencodeReader(bytes);
	let entries: Map<string, Span>;
	try {
		const whole = reader.valueAt(0);
		if (!reader.isDictionary(whole)) throw new Error('not a dictionary');
		entries = reader.dictionary(whole);
	} catch (error) {
		throw new Error('the response of the tracker is not an announce response', { cause: error });
	}
	const failure = reader.string(entries.get('failure reason'));
	if (failure) throw new Error(Buffer.from(failure).toString('utf8').slice(0, 500));
	const trackerId = Buffer.from(reader.string(entries.get('tracker id')) ?? []);
	return {
		trackerId: trackerId.length <= MAX_TRACKER_ID_BYTES ? escaped(trackerId.toString('hex')) : '',
		interval: reader.integer(entries.get('interval')),
		minInterval: reader.integer(entries.get('min interval')),
		complete: reader.integer(entries.get('complete')),
		incomplete: reader.integer(entries.get('incomplete')),
		peers: [...peersOf(reader, entries.get('peers'), 4), ...peersOf(reader, entries.get('peers6'), 16)],
	};
}

function* peersOf(reader: BencodeReader, value: Span | undefined, width: 4 | 16): Generator<string> {
	if (value === undefined) return;
	if (reader.isList(value)) {
		for (const item of reader.list(value)) {
			if (!reader.isDictionary(item)) continue;
			const peer = reader.dictionary(item);
			const host = Buffer.from(reader.string(peer.get('ip')) ?? '').toString('latin1');
			const port = reader.integer(peer.get('port')) ?? 0;
			if (/^[\w.:-]{1,253}$/.test(host)) yield `${host.includes(':') ? `[${host}]` : host}:${port}`;
		}
		return;
	}
	const compact = Buffer.from(reader.string(value) ?? []);
	for (let at = 0; at + width + 2 <= compact.length; at += width + 2) {
		const host =
			width === 4
				? compact.subarray(at, at + 4).join('.')
				: `[${Array.from({ length: 8 }, (_, group) => compact.readUInt16BE(at + group * 2).toString(16)).join(':')}]`;
		yield `${host}:${compact.readUInt16BE(at + width)}`;
	}
}

/** Percent-encodes bytes given as hexadecimal digits. */
function escaped(hexadecimal: string): string {
	return hexadecimal.replace(/../g, '%$&');
}
