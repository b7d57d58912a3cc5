import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { exitCodes } from '../../source/commands/declaration/failure.ts';
import { followText } from '../../source/commands/market/print-book.ts';
import { until } from '../programs/until.ts';
import { serveEverything } from './answering-service.ts';
import { runHere, startHere } from './run-here.ts';

/** A digit that no double keeps. */
const tiny = '0.000000000000000001';
const now = Math.floor(Date.now() / 1000) - 60;

interface Order {
	readonly number: number;
	readonly first: string;
	readonly second: string;
	readonly trader?: string;
	readonly traded?: string;
	readonly timeout?: number;
}

/** Returns a tick as JSON with all digits. */
const tickOf = ({ number, first, second, trader = 'cc', traded = '0', timeout = 3600 }: Order) =>
	`{"trader_id":"${trader}","order_number":${number},"timeout":${timeout},"timestamp":${now}.5,"traded":${traded},` +
	`"assets":{"first":{"amount":${first},"type":"BTC"},"second":{"amount":${second},"type":"MB"}}}`;

const groups = (orders: readonly Order[]) =>
	orders.length === 0 ? '[]' : `[{"asset1":"BTC","asset2":"MB","ticks":[${orders.map(tickOf).join()}]}]`;

const declared = `{"assets":[${['BTC', 'MB']
	.map((name) => `{"name":"${name}","precision":18,"balance":10,"available":10}`)
	.join()}]}`;

/** Serves these books, which may change, and one own order. */
async function serveBook(
	book: { asks: readonly Order[]; bids: readonly Order[]; isDown?: boolean },
	reserved = '0',
) {
	const streams: ServerResponse[] = [];
	const service = await serveEverything((name, _, response) => {
		if (book.isDown) response.destroy();
		else if (name === 'listAsks') response.end(`{"asks":${groups(book.asks)}}`);
		else if (name === 'listBids') response.end(`{"bids":${groups(book.bids)}}`);
		else if (name === 'listOrders') {
			const tick = tickOf({ number: 4, first: '10', second: '50', trader: 'aabb' });
			response.end(`{"orders":[${tick.slice(0, -1)},"reserved_quantity":${reserved}}]}`);
		} else if (name === 'listAssets') response.end(declared);
		else if (name === 'openEvents') {
			response.writeHead(200);
			response.write('{"type":"events_start"}\n');
			streams.push(response);
		} else return false;
		return true;
	});
	return {
		service,
		emit: (type: string, event: string) => {
			for (const stream of streams) stream.write(`{"type":"${type}","event":${event}}\n`);
		},
		/** Ends all connections, as a service that dies. */
		die: () => {
			book.isDown = true;
			for (const stream of streams) stream.destroy();
		},
		get listeners() {
			return streams.length;
		},
	};
}

const books = {
	asks: [
		{ number: 1, first: `1${tiny.slice(1)}`, second: '3.5' },
		{ number: 2, first: '2', second: '8', traded: '0.5' },
		{ number: 3, first: '1', second: '4', trader: 'dd' },
		{ number: 4, first: '1', second: '1', timeout: 1 },
		// The own trader of the other answers.
		{ number: 5, first: '9', second: '9', trader: 'aabb' },
	],
	bids: [{ number: 6, first: '3', second: '6' }],
};

test('market book adds up exact quantities by price', async () => {
	const { service } = await serveBook({ asks: books.asks.slice(0, 3), bids: books.bids });
	const { out, code } = await runHere(['market', 'book', 'BTC', 'MB', '--no-header', '--url', service.url]);
	expect(code).toBe(0);
	expect(out.trim().split('\n')).toEqual([
		'ask\t4 MB\t2.5 BTC\t3.500000000000000001 BTC\t2\t-',
		'ask\t~3.5 MB\t1.000000000000000001 BTC\t1.000000000000000001 BTC\t1\t-',
		'bid\t2 MB\t3 BTC\t3 BTC\t1\t-',
	]);
	const json = await runHere(['market', 'book', 'BTC', 'MB', '--depth', '1', '--json', '--url', service.url]);
	expect(json.out).toContain('"asks":[{"price":{"first":1.000000000000000001,"second":3.5},');
	expect(JSON.parse(json.out).asks).toHaveLength(1);
});

test('market book shows the reserved quantity of own orders', async () => {
	const ask = { number: 4, first: '10', second: '50', trader: 'aabb' };
	const { service } = await serveBook({ asks: [ask], bids: [] }, '2.5');
	const { out } = await runHere(['market', 'book', 'BTC', 'MB', '--no-header', '--url', service.url]);
	expect(out).toMatch(/^ask\t5 MB\t10 BTC\t10 BTC\t1\t2\.5 BTC\n$/);
});

test('market bid --dry-run shows the trades in price-time order, and sends nothing', async () => {
	const { service } = await serveBook(books);
	const argv = [
		'market',
		'bid',
		'1.500000000000000001',
		'BTC',
		'6.1',
		'MB',
		'--dry-run',
		'--url',
		service.url,
	];
	const { out, code } = await runHere(argv);
	expect(code).toBe(0);
	const rows = out
		.split('\n\n')[1]
		?.trim()
		.split('\n')
		.map((line) => line.split('\t'));
	// The own order 5 and the expired order 4 are cheaper, but do not trade.
	expect(rows?.map(([order, , quantity]) => [order, quantity])).toEqual([
		['1', '1.000000000000000001 BTC'],
		['2', '0.5 BTC'],
	]);
	const document = await runHere([...argv, '--json']);
	expect(document.out).toContain('"quantity":1.000000000000000001,"payment":3.5}');
	expect(JSON.parse(document.out)).toMatchObject({ is_ask: false, rest: 0, matches: [{}, {}] });
	expect(service.names).not.toContain('createBid');
});

test('market ask sends all digits of its amounts', async () => {
	const { service } = await serveBook(books);
	const { code } = await runHere([
		'market',
		'ask',
		tiny,
		'BTC',
		`12345678901234567890${tiny.slice(1)}`,
		'MB',
		'--url',
		service.url,
	]);
	expect(code).toBe(0);
	expect(service.requests.at(-1)?.body).toBe(
		`{"first_asset_amount":${tiny},"first_asset_type":"BTC","second_asset_amount":12345678901234567890${tiny.slice(1)},"second_asset_type":"MB"}`,
	);
});

test('market ask sends all digits in the form of generation A', async () => {
	const { service } = await serveBook(books);
	await runHere(['market', 'ask', tiny, 'BTC', '1e3', 'MB', '--generation', 'A', '--url', service.url]);
	expect(service.requests.at(-1)?.body).toBe(
		`first_asset_amount=${tiny}&first_asset_type=BTC&second_asset_amount=1000&second_asset_type=MB`,
	);
});

test.each(['1,5', '-1', '0', '1e999', '9'.repeat(100_000), 'NaN', '0x10', ' '])(
	'market ask refuses the amount %.20s and sends nothing',
	async (amount) => {
		const { service } = await serveBook(books);
		const { code, err } = await runHere([
			'market',
			'ask',
			'--url',
			service.url,
			'--',
			amount,
			'BTC',
			'5',
			'MB',
		]);
		expect(code).toBe(exitCodes.usage);
		expect(err).toContain('first-amount');
		expect(err.length).toBeLessThan(1_100);
		expect(service.names).not.toContain('createAsk');
	},
);

test('market book --follow prints the book again after an event that changed it', async () => {
	const shown = { asks: [...books.asks.slice(2, 3)], bids: books.bids };
	const book = await serveBook(shown);
	const running = startHere(['market', 'book', 'BTC', 'MB', '--follow', '--json', '--url', book.service.url]);
	await until(() => running.objects().length === 1 && book.listeners === 1);
	// Another pair. The book is the same, so nothing is printed.
	book.emit('market_ask', tickOf({ number: 9, first: '1', second: '1' }));
	shown.asks.push({ number: 7, first: tiny, second: '1' });
	book.emit('market_ask', tickOf({ number: 7, first: tiny, second: '1' }));
	await until(() => running.objects().length === 2);
	expect(running.out()).toContain(`"quantity":${tiny}`);
	const ended = await running.end('SIGINT');
	expect(ended.code).toBe(130);
	expect(ended.err).toBe('');
});

test('market book --follow reports once that the service is gone, and that it is back', async () => {
	const shown = { asks: books.asks.slice(2, 3), bids: books.bids, isDown: false };
	const book = await serveBook(shown);
	const running = startHere(['market', 'book', 'BTC', 'MB', '--follow', '--json', '--url', book.service.url]);
	await until(() => running.objects().length === 1 && book.listeners === 1);
	book.die();
	await until(() => running.err().endsWith('\n'));
	shown.asks = [];
	shown.isDown = false;
	await until(() => running.objects().length === 2);
	const { err } = await running.end('SIGINT');
	const [lost, answers, ...more] = err.trimEnd().split('\n');
	expect(lost).toMatch(/: .* \d\d:\d\d:\d\d/);
	expect([answers, more]).toEqual([`seedtop: ${followText.answers}`, []]);
});
