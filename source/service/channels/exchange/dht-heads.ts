import { jsonOf } from '../../../basics/json.ts';
import type { DhtEngine, DhtItem } from '../../engine/dht-port.ts';
import { integer, nullable, object, text, tryDecode } from '../../market/trading/codec.ts';
import type { Identity } from '../../overlay/keys.ts';
import { bounded } from '../limits.ts';
import type { Clock } from './clock.ts';
import type { SignedHead } from './head.ts';
import { wellFormed } from './wire-json.ts';

/** Salt of the items with heads. */
export const HEAD_SALT = Buffer.from('seedtop-channel');

/** Interval of the own item and of the search for those of others. Nodes forget items after two hours. */
const INTERVAL_MS = 3_600_000;
/** Time between a change and its item, and the first search after a start. */
const DELAY_MS = 10_000;
/** Lookups at a time. */
const MAX_LOOKUPS = 2;
/** Lengths in the item, which has at most 900 bytes. */
const MAX_NAME = 100;
const MAX_NAME_BYTES = 300;
const MAX_ADDRESS = 260;

const itemCodec = object({
	v: integer(1, 1),
	version: integer(1, Number.MAX_SAFE_INTEGER),
	name: wellFormed(MAX_NAME),
	index: text(64, /^[0-9a-f]{64}$/),
	/** host:port of the service, if it is known. */
	address: nullable(text(MAX_ADDRESS)),
});

export interface DhtHeadsOptions {
	readonly dht: Pick<DhtEngine, 'dhtPut' | 'dhtGet'>;
	readonly identity: Pick<Identity, 'id' | 'signItem'>;
	/** host:port at which others reach this service. Undefined if it is unknown. */
	readonly address: string | undefined;
	readonly clock: Clock;
	/** Returns the versions of the known channels of other services. */
	readonly versions: () => ReadonlyMap<string, { readonly version: number }>;
	/** Called with a newer version that the DHT has, and the address of its author. */
	readonly newer: (channel: string, version: number, address: string | undefined) => void;
}

/** Keeps the essentials of heads in the DHT (BEP 44), so that services find newer versions without a connection. */
export class DhtHeads {
	readonly #options: DhtHeadsOptions;
	#head: SignedHead | undefined;
	#cancelPut: (() => void) | undefined;
	#cancelSearch = () => {};
	#isClosed = false;

	constructor(options: DhtHeadsOptions) {
		this.#options = options;
	}

	start(): void {
		this.#searchIn(DELAY_MS);
	}

	/** Puts a new head of the own channel into the DHT soon. */
	published(head: SignedHead): void {
		this.#head = head;
		if (this.#cancelPut) return;
		this.#cancelPut = this.#options.clock.after(DELAY_MS, () => {
			this.#cancelPut = undefined;
			void this.#put();
		});
	}

	close(): void {
		this.#isClosed = true;
		this.#cancelPut?.();
		this.#cancelSearch();
	}

	#searchIn(delayMs: number): void {
		this.#cancelSearch = this.#options.clock.after(delayMs, () => {
			this.#searchIn(INTERVAL_MS);
			// The own item is put with a change first.
			if (delayMs === INTERVAL_MS) void this.#put();
			void this.#search();
		});
	}

	async #put(): Promise<void> {
		const { dht, identity, address, clock } = this.#options;
		if (!this.#head) return;
		const { version, name, index } = this.#head;
		const fields = { v: 1, version, name: bounded(name, MAX_NAME, MAX_NAME_BYTES), index };
		const value = Buffer.from(JSON.stringify(itemCodec.encode({ ...fields, address: address ?? null })));
		const item = { salt: HEAD_SALT, sequence: Math.floor(clock.now() / 1_000), value };
		const key = Buffer.from(identity.id, 'hex');
		// Without a node that responds, the next hour tries again.
		await dht.dhtPut({ ...item, key, signature: identity.signItem(item) }).catch(() => 0);
	}

	async #search(): Promise<void> {
		const waiting = [...this.#options.versions().keys()];
		const next = async (): Promise<void> => {
			for (;;) {
				const channel = waiting.pop();
				if (channel === undefined || this.#isClosed) return;
				await this.#lookUp(channel);
			}
		};
		await Promise.all(Array.from({ length: MAX_LOOKUPS }, next));
	}

	async #lookUp(channel: string): Promise<void> {
		const { dht, versions, newer } = this.#options;
		const item = await dht.dhtGet(Buffer.from(channel, 'hex'), HEAD_SALT).catch(() => null);
		const found = item && readItem(item);
		const known = versions().get(channel);
		if (!found || !known || this.#isClosed || found.version <= known.version) return;
		newer(channel, found.version, found.address ?? undefined);
	}
}

function readItem({ value }: Pick<DhtItem, 'value'>) {
	return tryDecode(itemCodec, jsonOf(value));
}
