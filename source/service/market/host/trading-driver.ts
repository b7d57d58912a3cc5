import { jsonOf } from '../../../basics/json.ts';
import type { Verdict } from '../../../basics/verdict.ts';
import { closedMarket } from '../../http/http-error.ts';
import type { Overlay, OverlayMessage } from '../../overlay/overlay.ts';
import type { Effects, MarketEvent, Publish, WalletTask } from '../trading/effects.ts';
import type { Trading } from '../trading/trading.ts';
import type { Received, TradingMessage } from '../trading/trading-options.ts';
import type { MarketStore } from './market-store.ts';
import { bytesOf, textOf } from './message-bodies.ts';

/** Topic of the market on the overlay. */
export const MARKET_TOPIC = 'market';
/** Ticks of others are written together, so that they cost one transaction in this time. */
const TICKS_DELAY_MS = 50;
/** Time between attempts to continue after a failure. */
const RETRY_MS = 2_000;
/** Maximum of a timer, ms. A longer one would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface TradingDriverOptions {
	readonly store: Pick<MarketStore, 'probe' | 'write' | 'writeSoon'>;
	/** Returns the trading of the stored records. */
	readonly load: () => Trading;
	/** Undefined without connections to other services. */
	readonly overlay: Overlay | undefined;
	readonly emit: (event: MarketEvent) => void;
	/** Runs a task of a wallet. `done` gets its result once. */
	readonly runTask: (task: WalletTask) => void;
	/** Called with an error that has no other effect. */
	readonly onFault: (error: unknown) => void;
	/** Called with the reason of a new failure, and with undefined when the market works again. */
	readonly onFailure: (error: unknown) => void;
	readonly now: () => number;
}

/**
 * Carries out the effects of the trading core: first it writes them, then it sends and emits. If they cannot be written,
 * the core is dropped and loaded again, as after a crash. Effects that are not stored are lost.
 */
export class TradingDriver {
	readonly #options: TradingDriverOptions;
	/** Undefined after a failure. */
	#core: Trading | undefined;
	#failure: unknown;
	#pending: Effects[] = [];
	#isCarryingOut = false;
	/** Set while `#pending` waits to be written together. */
	#soon: NodeJS.Timeout | undefined;
	#timer: NodeJS.Timeout | undefined;
	#isClosed = false;

	constructor(options: TradingDriverOptions) {
		this.#options = options;
	}

	/** Loads the core and continues its unfinished work. Throws if it cannot be loaded. */
	start(): void {
		this.#core = this.#options.load();
		this.#carryOut(this.#core.start(this.#options.now()));
	}

	/** Returns the core for reading. Throws the reason if it cannot be used at the moment. */
	get core(): Trading {
		this.#throwFailure();
		if (!this.#core) throw closedMarket();
		return this.#core;
	}

	/** Runs an input of a user. Its effects are stored on return. Throws if they cannot be stored. */
	input<Result extends object>(run: (core: Trading, nowMs: number) => Result): Result {
		if (!this.#core) this.#recover();
		const { core } = this;
		let result: Result;
		try {
			result = run(core, this.#options.now());
		} catch (error) {
			this.#fail(error);
			throw error;
		}
		if (hasEffects(result)) this.#carryOut(result.effects);
		this.#throwFailure();
		return result;
	}

	/** Runs an input without a caller that waits. Reports its failures by `onFailure`. */
	run(input: (core: Trading, nowMs: number) => Effects): void {
		if (!this.#core) return;
		try {
			this.#carryOut(input(this.#core, this.#options.now()));
		} catch (error) {
			this.#fail(error);
		}
	}

	/** Ends what is due, so that a caller reads nothing that a clock which steps back could undo. */
	advance(): void {
		const dueMs = this.#core?.nextMs ?? Number.POSITIVE_INFINITY;
		if (dueMs <= this.#options.now()) this.run((core, nowMs) => core.advance(nowMs));
	}

	published(message: OverlayMessage): Verdict {
		return this.#message(message, (core, read, nowMs) => core.published(read, nowMs));
	}

	received(message: OverlayMessage): Verdict {
		return this.#message(message, (core, read, nowMs) => core.received(read, nowMs));
	}

	disconnected(peer: string): void {
		this.#core?.disconnected(peer);
	}

	/** Writes what waits. Later inputs have no effect. */
	close(): void {
		this.#isClosed = true;
		this.#flush();
		clearTimeout(this.#timer);
		this.#core = undefined;
	}

	#message(
		message: OverlayMessage,
		input: (core: Trading, read: TradingMessage, nowMs: number) => Received,
	): Verdict {
		if (!this.#core) return 'ignore';
		const body = jsonOf(message.body);
		if (body === undefined) return 'reject';
		const { from, via, envelope } = message;
		try {
			const read = { from, via, body, envelope: textOf(envelope) };
			const { verdict, effects } = input(this.#core, read, this.#options.now());
			this.#carryOut(effects);
			return this.#core ? verdict : 'ignore';
		} catch (error) {
			this.#fail(error);
			return 'ignore';
		}
	}

	#carryOut(effects: Effects): void {
		this.#pending.push(effects);
		// The loop that is in progress takes it.
		if (this.#isCarryingOut) return;
		if (isTicksOnly(effects) && !this.#isClosed) {
			this.#soon ??= setTimeout(() => this.#flush(), TICKS_DELAY_MS);
			this.#schedule();
			return;
		}
		this.#flush();
	}

	/** Carries out all pending effects, and those that follow from them. */
	#flush(): void {
		clearTimeout(this.#soon);
		this.#soon = undefined;
		this.#isCarryingOut = true;
		try {
			while (this.#pending.length > 0) {
				const effects = this.#pending;
				this.#pending = [];
				this.#write(effects);
				for (const one of effects) this.#perform(one);
			}
		} catch (error) {
			this.#fail(error);
		} finally {
			this.#isCarryingOut = false;
		}
		this.#schedule();
	}

	#write(effects: readonly Effects[]): void {
		const { store } = this.#options;
		const writes = effects.flatMap((one) => one.writes);
		const ledger = effects.flatMap((one) => one.ledger);
		if (effects.every(writesTicksOnly)) store.writeSoon(writes);
		else
			store.write(
				writes,
				ledger,
				effects.flatMap(({ deletions }) => deletions),
			);
	}

	#perform({ sends, publishes, events, wallet, blocks }: Effects): void {
		const { overlay, emit, runTask } = this.#options;
		for (const publish of publishes) this.#attempt(() => this.#publish(publish));
		for (const { to, body } of sends) {
			this.#attempt(() => overlay?.send(to, MARKET_TOPIC, bytesOf(body)));
		}
		for (const { trader, reason } of blocks) this.#attempt(() => overlay?.block(trader, reason));
		for (const event of events) this.#attempt(() => emit(event));
		for (const task of wallet) this.#attempt(() => runTask(task));
	}

	/** Reports a failure, and continues. The core repeats messages that were not sent. */
	#attempt(action: () => void): void {
		try {
			action();
		} catch (error) {
			this.#options.onFault(error);
		}
	}

	#publish({ key, version, body, expiresMs }: Publish): void {
		const envelope = this.#options.overlay?.publish(MARKET_TOPIC, bytesOf(body), expiresMs);
		if (!envelope) return;
		this.run((core, nowMs) => core.ownEnvelope(key, version, textOf(envelope), nowMs));
	}

	/** Sets the timer to the next time of the core. */
	#schedule(): void {
		if (!this.#core) return;
		clearTimeout(this.#timer);
		const { nextMs: next } = this.#core;
		if (next === undefined || this.#isClosed) return;
		const delay = Math.min(Math.max(next - this.#options.now(), 0), MAX_TIMER_MS);
		this.#timer = setTimeout(() => {
			this.run((core, nowMs) => core.advance(nowMs));
		}, delay);
	}

	/** Drops the core, and everything that is not stored. */
	#fail(error: unknown): void {
		this.#core = undefined;
		this.#pending = [];
		clearTimeout(this.#soon);
		this.#soon = undefined;
		const isNew = this.#failure === undefined;
		this.#failure = error;
		if (isNew) this.#options.onFailure(error);
		this.#retrySoon();
	}

	#retrySoon(): void {
		clearTimeout(this.#timer);
		if (this.#isClosed) return;
		this.#timer = setTimeout(() => {
			try {
				this.#recover();
			} catch (error) {
				this.#failure = error;
				this.#retrySoon();
			}
		}, RETRY_MS);
	}

	/** Loads the core again. Throws if that is not possible yet. */
	#recover(): void {
		if (this.#isClosed) return;
		const { store, load, now, onFailure, overlay } = this.#options;
		store.probe();
		const core = load();
		const effects = core.start(now());
		this.#core = core;
		this.#carryOut(effects);
		if (this.#core !== core) return;
		this.#failure = undefined;
		onFailure(undefined);
		// The new core requests the books again.
		for (const { id } of overlay?.peers() ?? []) this.run((one, nowMs) => one.connected(id, nowMs));
	}

	#throwFailure(): void {
		if (this.#failure !== undefined) throw this.#failure;
	}
}

const hasEffects = (result: object): result is { readonly effects: Effects } => 'effects' in result;

/** Whether effects are only ticks of others: no message depends on them, and peers send them again. */
function isTicksOnly(effects: Effects): boolean {
	const { sends, publishes, wallet, blocks } = effects;
	return writesTicksOnly(effects) && [sends, publishes, wallet, blocks].every((list) => list.length === 0);
}

/** Whether effects write only ticks of others. Refused proposals with new ticks do not wait for the disk. */
const writesTicksOnly = ({ writes, ledger }: Effects): boolean =>
	ledger.length === 0 && writes.every(({ table }) => table === 'ticks');
