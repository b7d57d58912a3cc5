import type { Log } from '../../../log/log.ts';

/** Interval of summaries. */
const SUMMARY_INTERVAL_MS = 60_000;
/** Maximum lines about single peers per interval. All other peers share one line. */
const MAX_PEER_LINES = 10;
/** Maximum peers counted separately per interval. */
const MAX_COUNTED_PEERS = 1_000;

/** Name of a peer without a known address. */
const UNKNOWN_PEER = 'A peer';

export const offenseText = {
	first: (peer: string, what: string, detail: string) =>
		`${peer} sent ${what}: ${detail}. Repetitions are summed up.`,
	banned: (host: string, what: string, count: number) =>
		`${host} is banned: it kept sending ${what}${times(count)}.`,
};

interface Count {
	/** Offenses since the last line about the peer. */
	unreported: number;
	/** Whether the peer has had a line of its own. */
	readonly shown: boolean;
	banned: boolean;
}

/**
 * Logs wrong data of peers: the first offense of a peer at once, later ones as a number per minute. Lines and
 * memory are bounded for any number of peers.
 */
export class OffenseLog {
	readonly #log: Log;
	/** Kind of offense, e.g. 'wrong data'. */
	readonly #what: string;
	readonly #interval: number;
	readonly #peers = new Map<string, Count>();
	/** Peer lines since the last summary. */
	#lines = 0;
	/** Offenses of peers that are not counted separately. */
	#others = 0;
	#timer: NodeJS.Timeout | undefined;

	constructor(log: Log, what: string, interval = SUMMARY_INTERVAL_MS) {
		this.#log = log;
		this.#what = what;
		this.#interval = interval;
	}

	/** Counts an offense of a host. `detail` is logged with the first one. */
	report(host: string | undefined, detail: string): void {
		const peer = host || UNKNOWN_PEER;
		this.#timer ??= setTimeout(() => this.#summarize(), this.#interval).unref();
		const known = this.#peers.get(peer);
		if (known) {
			known.unreported++;
			return;
		}
		if (this.#peers.size >= MAX_COUNTED_PEERS) {
			this.#others++;
			return;
		}
		const shown = this.#lines < MAX_PEER_LINES;
		this.#peers.set(peer, { unreported: shown ? 0 : 1, shown, banned: false });
		if (!shown) return;
		this.#lines++;
		this.#log('warning', offenseText.first(peer, this.#what, detail));
	}

	/** Logs that a host is banned, with its number of offenses. */
	reportBan(host: string): void {
		const known = this.#peers.get(host);
		// Peers without a line of their own get none here: there may be thousands.
		if (!known?.shown || known.banned) return;
		known.banned = true;
		this.#log('warning', offenseText.banned(host, this.#what, known.unreported));
		known.unreported = 0;
	}

	#summarize(): void {
		this.#timer = undefined;
		this.#lines = 0;
		let peers = 0;
		let count = this.#others;
		this.#others = 0;
		for (const [peer, known] of this.#peers) {
			// Forgets peers without new offenses. Their next one is logged as a first one.
			if (known.unreported === 0) this.#peers.delete(peer);
			else if (this.#lines < MAX_PEER_LINES) {
				this.#lines++;
				this.#log('warning', `${peer} sent ${this.#what}${times(known.unreported)}.`);
			} else {
				peers++;
				count += known.unreported;
			}
			known.unreported = 0;
		}
		if (count > 0) this.#log('warning', `Other peers (${peers} or more) sent ${this.#what}${times(count)}.`);
		this.#lines = 0;
		if (this.#peers.size > 0) this.#timer = setTimeout(() => this.#summarize(), this.#interval).unref();
	}
}

function times(count: number): string {
	if (count === 0) return '';
	return count === 1 ? ' once more' : ` ${count} more times`;
}
