import type { Verdict } from '../../../../source/basics/verdict.ts';
import type { LedgerEntry } from '../../../../source/service/market/ledger/ledger.ts';
import { type Note, noteKey } from '../../../../source/service/market/ledger/note.ts';
import type {
	Effects,
	MarketEvent,
	WalletResult,
	WalletTask,
} from '../../../../source/service/market/trading/effects.ts';
import { sumRow } from '../../../../source/service/market/trading/saved-rows.ts';
import { Trading } from '../../../../source/service/market/trading/trading.ts';
import type {
	SavedTrading,
	TradedAsset,
	TradeOffer,
	TradingMessage,
} from '../../../../source/service/market/trading/trading-options.ts';
import { hashOf, hashSignatures } from './hash-signatures.ts';

/** The world of a trader: its clock, its network and its faults. */
export interface World {
	readonly nowMs: number;
	send(from: string, to: string, message: TradingMessage): void;
	publish(from: string, message: TradingMessage): void;
	/** Runs a wallet task, now or later. */
	runTask(trader: SimulatedTrader, task: WalletTask): void;
	/** Whether the trader crashes at this point. */
	crashes(trader: string): boolean;
	crashed(trader: SimulatedTrader): void;
}

export const envelopeOf = (from: string, body: unknown): string =>
	JSON.stringify({ from, body, signature: hashOf('envelope', from, JSON.stringify(body)) });

export function openEnvelope(
	envelope: string,
): { readonly from: string; readonly body: unknown } | undefined {
	const { from, body, signature } = JSON.parse(envelope);
	return signature === hashOf('envelope', from, JSON.stringify(body)) ? { from, body } : undefined;
}

/** A `Trading` with the adapter around it: it stores rows, and it can crash after each step of an effect. */
export class SimulatedTrader {
	readonly name: string;
	readonly assets: readonly TradedAsset[];
	readonly #world: World;
	readonly #timeoutMs: number;
	readonly #tables = {
		orders: new Map<string, unknown>(),
		ticks: new Map<string, unknown>(),
		proposals: new Map<string, unknown>(),
		transactions: new Map<string, unknown>(),
		sums: new Map<string, unknown>(),
	};
	readonly #used = new Set<string>();
	readonly #historyMs: number;
	ledger: LedgerEntry[] = [];
	readonly events: MarketEvent[] = [];
	readonly blocked = new Set<string>();
	readonly verdicts: { readonly from: string; readonly verdict: Verdict; readonly kind: string }[] = [];
	trading: Trading | undefined;
	#ids = 0;

	constructor(
		name: string,
		assets: readonly TradedAsset[],
		world: World,
		timeoutMs: number,
		historyMs: number,
	) {
		this.#historyMs = historyMs;
		this.name = name;
		this.assets = assets;
		this.#world = world;
		this.#timeoutMs = timeoutMs;
		this.start();
	}

	start(): void {
		this.trading = new Trading({
			trader: this.name,
			signatures: hashSignatures(this.name),
			assets: this.assets,
			saved: this.saved(),
			ids: {
				next: () => hashOf(this.name, String(this.#ids++)).slice(0, 32),
				hash: (content) => hashOf(content),
			},
			open: openEnvelope,
			isUsed: (id) => this.#used.has(id),
			transactionTimeoutMs: this.#timeoutMs,
			historyMs: this.#historyMs,
			nowMs: this.#world.nowMs,
		});
		this.#apply(this.trading.start(this.#world.nowMs));
	}

	/** The stored rows, as JSON that was written and read. */
	saved(): SavedTrading {
		const rows = (table: ReadonlyMap<string, unknown>) =>
			[...table].map(([key, record]) => ({ key, record: JSON.parse(JSON.stringify(record)) }));
		const { orders, ticks, proposals, transactions, sums } = this.#tables;
		return {
			orders: rows(orders),
			ticks: rows(ticks),
			proposals: rows(proposals),
			transactions: rows(transactions),
			sums: rows(sums),
			ledger: [...this.ledger],
		};
	}

	place(offer: TradeOffer): number | undefined {
		const placed = this.trading?.place(offer, this.#world.nowMs);
		if (placed?.kind !== 'placed') return undefined;
		this.#apply(placed.effects);
		return placed.number;
	}

	cancel(number: number): void {
		const cancelled = this.trading?.cancel(number, this.#world.nowMs);
		if (cancelled) this.#apply(cancelled.effects);
	}

	unblock(trader: string): void {
		this.#apply(this.trading?.unblock(trader, this.#world.nowMs).effects);
	}

	connected(peer: string): void {
		this.#apply(this.trading?.connected(peer, this.#world.nowMs));
	}

	disconnected(peer: string): void {
		this.trading?.disconnected(peer);
	}

	advance(): void {
		this.#apply(this.trading?.advance(this.#world.nowMs));
	}

	published(message: TradingMessage): void {
		if (this.blocked.has(message.from)) return;
		const received = this.trading?.published(message, this.#world.nowMs);
		this.#judge(message, received?.verdict);
		this.#apply(received?.effects);
	}

	received(message: TradingMessage): void {
		if (this.blocked.has(message.from)) return;
		const received = this.trading?.received(message, this.#world.nowMs);
		this.#judge(message, received?.verdict);
		this.#apply(received?.effects);
	}

	walletDone(task: WalletTask, result: WalletResult): void {
		this.#apply(this.trading?.walletDone(task, result, this.#world.nowMs));
	}

	/** Balance of an asset by the stored ledger and the sum of its deleted notes. */
	balance(asset: string): bigint {
		const sum = this.#tables.sums.get(asset);
		const deleted = sum === undefined ? 0n : sumRow.decode(sum).units;
		const start = deleted + (this.assets.find(({ name }) => name === asset)?.balance ?? 0n);
		return this.ledger.reduce((sum, { kind, note }) => {
			if (note.asset !== asset || kind === 'confirmed') return sum;
			return kind === 'paid' ? sum - note.amount : sum + note.amount;
		}, start);
	}

	notes(kind: LedgerEntry['kind']): readonly Note[] {
		return this.ledger.flatMap((entry) => (entry.kind === kind ? entry.note : []));
	}

	transactionRows(): readonly unknown[] {
		return [...this.#tables.transactions].flatMap(([key, row]) => (key.includes(' ') ? [] : [row]));
	}

	#judge({ from, body }: TradingMessage, verdict: Verdict | undefined): void {
		const kind = typeof body === 'object' && body !== null && 'kind' in body ? String(body.kind) : '';
		if (verdict) this.verdicts.push({ from, verdict, kind });
	}

	#crash(): void {
		this.trading = undefined;
		this.#world.crashed(this);
	}

	/** Carries out effects as the adapter does: first all rows at once, then the rest. */
	#apply(effects: Effects | undefined): void {
		if (!effects || !this.trading) return;
		if (this.#world.crashes(this.name)) {
			this.#crash();
			return;
		}
		for (const { table, key, record } of effects.writes) {
			if (record === null) this.#tables[table].delete(key);
			else this.#tables[table].set(key, record);
		}
		this.ledger.push(...effects.ledger);
		for (const { notes, used } of effects.deletions) {
			this.ledger = this.ledger.filter(({ note }) => !notes.includes(noteKey(note)));
			for (const id of used) this.#used.add(id);
		}
		for (const { trader } of effects.blocks) this.blocked.add(trader);
		const { trading } = this;
		const steps: (() => void)[] = [
			...effects.sends.map(({ to, body }) => () => {
				const message = { from: this.name, via: this.name, body, envelope: '' };
				this.#world.send(this.name, to, message);
			}),
			...effects.publishes.map(({ key, version, body }) => () => {
				const envelope = envelopeOf(this.name, body);
				this.#world.publish(this.name, { from: this.name, via: this.name, body, envelope });
				this.#apply(this.trading?.ownEnvelope(key, version, envelope, this.#world.nowMs));
			}),
			...effects.wallet.map((task) => () => this.#world.runTask(this, task)),
		];
		this.events.push(...effects.events);
		for (const step of steps) {
			if (this.trading !== trading) return;
			if (this.#world.crashes(this.name)) {
				this.#crash();
				return;
			}
			step();
		}
	}
}
