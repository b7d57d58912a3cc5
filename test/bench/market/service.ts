/**
 * A service with a market of one pair: `node market-service.mjs TICKS`. It obeys messages of the benchmark: it sends
 * events at a rate, and a burst after which it reports its book. Prices are whole cents, so that the benchmark
 * computes the displayed texts by itself.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { BookReport, MarketCommand, MarketReport, ShownLevel } from './messages.ts';

const TICKS_PER_LEVEL = 2;
/** Cents. The best ask is one cent above it, the best bid one cent below it. */
const MIDDLE = 1_000_000;
const QUANTITY = 100;
const MAX_EXTRA = 3;
const REPORTED_LEVELS = 25;
const EVENT_INTERVAL_MS = 10;

interface BenchTick {
	readonly trader: string;
	readonly number: number;
	readonly isAsk: boolean;
	readonly cents: number;
	traded: number;
}

const levelCount = Number(process.argv[2]) / TICKS_PER_LEVEL / 2;
/** Ticks by level, the best first. A level always has its first ticks, so that the number of rows is constant. */
const sides = [true, false].map((isAsk) =>
	Array.from({ length: levelCount }, (_, index) => {
		const cents = MIDDLE + (isAsk ? 1 + index : -1 - index);
		return Array.from({ length: TICKS_PER_LEVEL }, (__, at) => newTick(isAsk, cents, index * 10 + at));
	}),
);
let nextNumber = 1_000_000;
const streams = new Set<ServerResponse>();

function newTick(isAsk: boolean, cents: number, number: number): BenchTick {
	return { trader: traderOf(number), number, isAsk, cents, traded: 0 };
}

function traderOf(number: number): string {
	return (number % 97).toString(16).padStart(64, '0');
}

function fieldsOf({ trader, number, cents, traded }: BenchTick) {
	return {
		trader_id: trader,
		order_number: number,
		timeout: 864_000,
		timestamp: 1_795_000_000 + (number % 1_000) / 8,
		assets: {
			first: { amount: QUANTITY, type: 'MB' },
			second: { amount: (cents * QUANTITY) / 100, type: 'EUR' },
		},
		traded,
	};
}

function sideOf(isAsk: boolean): BenchTick[][] {
	return sides[isAsk ? 0 : 1] ?? [];
}

function groupsOf(isAsk: boolean) {
	const ticks = sideOf(isAsk).flatMap((level) => level.map(fieldsOf));
	return [{ asset1: 'MB', asset2: 'EUR', ticks }];
}

let seed = 1;
function random(below: number): number {
	seed = (seed * 48_271) % 2_147_483_647;
	return seed % below;
}

/** Changes a tick at random, more often near the best prices, and reports it. */
function change(): void {
	const isAsk = random(2) === 0;
	const index = random(random(2) === 0 ? 40 : levelCount);
	const level = sideOf(isAsk)[index];
	if (!level) return;
	const extra = level.length - TICKS_PER_LEVEL;
	const kind = random(3);
	if (kind === 0 && extra < MAX_EXTRA) {
		const tick = newTick(isAsk, MIDDLE + (isAsk ? 1 + index : -1 - index), nextNumber++);
		level.push(tick);
		emit(isAsk ? 'market_ask' : 'market_bid', fieldsOf(tick));
	} else if (kind === 1 && extra > 0) {
		const tick = level.pop();
		if (tick) emit('market_tick_removed', { trader_id: tick.trader, order_number: tick.number });
	} else {
		const tick = level[random(TICKS_PER_LEVEL)];
		if (!tick) return;
		tick.traded = (tick.traded + 1) % QUANTITY;
		emit(isAsk ? 'market_ask' : 'market_bid', fieldsOf(tick));
	}
}

function emit(type: string, event: object): void {
	const line = `data: ${JSON.stringify({ type, event })}\n\n`;
	for (const stream of streams) stream.write(line);
}

function reportBook(): BookReport {
	const levelsOf = (isAsk: boolean): ShownLevel[] =>
		sideOf(isAsk)
			.slice(0, REPORTED_LEVELS)
			.map((level, index) => ({
				cents: MIDDLE + (isAsk ? 1 + index : -1 - index),
				quantity: level.reduce((sum, { traded }) => sum + QUANTITY - traded, 0),
			}));
	return { kind: 'book', asks: levelsOf(true), bids: levelsOf(false) };
}

const report = (message: MarketReport) => process.send?.(message);

let sending: NodeJS.Timeout | undefined;
process.on('message', (command: MarketCommand) => {
	clearInterval(sending);
	if (command.kind === 'live') sending = setInterval(change, EVENT_INTERVAL_MS);
	if (command.kind === 'burst') for (let count = 0; count < command.events; count++) change();
	if (command.kind !== 'live') report(reportBook());
});

const answers: Readonly<Record<string, () => object>> = {
	'/state': () => ({ state: 'STARTED', last_exception: null, readable_state: '' }),
	'/downloads': () => ({ downloads: [], checkpoints: { all_loaded: true, loaded: 0, total: 0 } }),
	'/market/asks': () => ({ asks: groupsOf(true) }),
	'/market/bids': () => ({ bids: groupsOf(false) }),
	'/market/orders': () => ({ orders: [] }),
	'/market/transactions': () => ({ transactions: [] }),
};

const server = createServer((request, response) => {
	const path = (request.url ?? '').split('?')[0] ?? '';
	if (path === '/events') {
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		response.write(`data: ${JSON.stringify({ type: 'events_start', event: { version: 'bench' } })}\n\n`);
		streams.add(response);
		response.once('close', () => streams.delete(response));
		return;
	}
	const answer = answers[path]?.();
	const body = JSON.stringify(answer ?? { error: { handled: true, message: 'not found' } });
	response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(body);
});
server.listen(0, '127.0.0.1', () => {
	const address = server.address();
	if (typeof address === 'object' && address !== null)
		report({ kind: 'listening', url: `http://127.0.0.1:${address.port}` });
});
process.on('disconnect', () => process.exit());
