import { beforeAll, expect, test } from 'vitest';
import { exitCodes } from '../../source/commands/declaration/failure.ts';
import { offerCheckText } from '../../source/commands/market/offer-checks.ts';
import { paymentsText } from '../../source/commands/market/payments.ts';
import { bookText } from '../../source/commands/market/print-book.ts';
import { marketText } from '../../source/service/market/host/market-text.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { runService, type TestService } from '../fixtures/service.ts';
import { assets } from './market-service-scene.ts';
import { runHere } from './run-here.ts';

/** The commands of the market, with a service of its own. */

const names = assets.map(({ name }) => name);

let service: TestService;
beforeAll(async () => {
	service = await runService({ settings: { market: { assets } } });
});

const market = (line: string, input?: string) =>
	runHere(['market', ...line.split(' '), '--url', service.url], {
		env: { SEEDTOP_API_KEY: service.key },
		...(input === undefined ? {} : { input }),
	});

/** Places an order and returns its number. */
async function place(line: string): Promise<string> {
	const { out, err, code } = await market(line);
	expect([line, code, err]).toEqual([line, exitCodes.done, '']);
	return out.split('\t')[0] ?? '';
}

test.each(['A', 'B'])(
	'amounts are exact from the command line to the book and back, generation %s',
	async (generation) => {
		const first = '100.000000000000000001';
		const number = await place(`ask ${first} MB 0.12345678 BTC --valid-for 2h --generation ${generation}`);
		expect(number).toMatch(/^\d+$/);
		const lines = await Promise.all([market('asks'), market('orders'), market('asks --json')]);
		for (const { out } of lines) expect(out).toContain(first);
		const order = (await market('orders --no-header')).out
			.split('\n')
			.find((line) => line.startsWith(`${number}\t`));
		expect(order).toMatch(/\task\topen\t.*\t7200\t/);
		const dry = JSON.parse((await market('bid 1 MB 0.01 BTC --dry-run --json')).out);
		// Own orders do not match.
		expect(dry).toMatchObject({ matches: [], rest: 1 });
		expect((await market('book MB BTC --no-header')).out).toMatch(
			new RegExp(`^ask\t.*\t${first} MB\t${first} MB\t1\t-\n$`),
		);
		expect((await market('pairs --no-header')).out).toMatch(/^MB\tBTC\t.*\t1\t0\n$/);
		expect(await market(`cancel ${number} --json`)).toMatchObject({
			code: exitCodes.done,
			out: '{"cancelled":true}\n',
		});
		expect((await market('asks --json')).out).toBe('{"asks":[]}\n');
	},
);

test('balances are listed without the parts of open orders', async () => {
	const number = await place('bid 1 MB 0.5 BTC');
	const { out } = await market('assets --no-header');
	expect(out).toMatch(/^MB\t1000\t1000\t10\t0\t18\tledger\t-\nBTC\t2\t1\.5\t1\t0\t8\tledger\t-\nLOCKED\t/);
	await market(`cancel ${number}`);
});

test('the input of a wallet comes from standard input', async () => {
	expect(await market('input LOCKED', '')).toMatchObject({ code: exitCodes.usage });
	expect(await market('input LOCKED', 'short\n')).toMatchObject({ code: exitCodes.failed });
	expect(await market('input LOCKED --json', 'a good passphrase\n')).toMatchObject({
		code: exitCodes.done,
		out: '{"accepted":true}\n',
	});
	expect(await market('input LOCKED', 'again and again\n')).toMatchObject({
		code: exitCodes.failed,
		err: expect.stringContaining(marketText.noInput('LOCKED')),
	});
});

test('an empty book is reported, and an unknown asset is an error', async () => {
	expect(await market('book BTC LOCKED --no-header')).toMatchObject({
		code: exitCodes.done,
		out: '',
		err: expect.stringContaining(bookText.empty('BTC', 'LOCKED')),
	});
	expect(await market('book MB GOLD')).toMatchObject({
		code: exitCodes.usage,
		out: '',
		err: expect.stringContaining(marketText.unknownAsset('"GOLD"', names)),
	});
	expect(await market('book MB MB')).toMatchObject({ code: exitCodes.usage, out: '' });
});

test.each([
	...['', ' --dry-run'].flatMap(
		(dry) =>
			[
				[`ask 1 GOLD 1 MB${dry}`, exitCodes.usage, marketText.unknownAsset('"GOLD"', names)],
				[`ask 1 MB 1 MB${dry}`, exitCodes.usage, marketText.sameAsset],
				[
					`ask 1 BTC 0.0000000000000000001 MB${dry}`,
					exitCodes.usage,
					marketText.amount['too-many-decimals']('second-amount', 'MB', 18),
				],
				[`ask 2.00000001 BTC 1 MB${dry}`, exitCodes.failed, marketText.insufficient('BTC', '2')],
				[`ask 1 MB 1 BTC --valid-for 31d${dry}`, exitCodes.usage, offerCheckText.validFor],
			] as const,
	),
	['ask 1 MB 1 BTC --valid-for soon', exitCodes.usage, '--valid-for'],
	['cancel 4711', exitCodes.notFound, marketText.unknownOrder(4711)],
	['payments aabb 1', exitCodes.notFound, marketText.unknownTransaction('"aabb"', 1)],
	['payments 4711', exitCodes.notFound, paymentsText.unknown(4711)],
	['payments aabb', exitCodes.usage, "'aabb'"],
	['input GOLD', exitCodes.usage, ''],
] as const)('market %s ends with code %i and the reason of the service', async (line, code, message) => {
	const ended = await market(line);
	expect([ended.code, ended.out]).toEqual([code, '']);
	expect(ended.err).toContain(message);
});

test('api sends and prints all digits', async () => {
	const api = (...words: readonly string[]) =>
		runHere(['api', ...words, '--url', service.url], { env: { SEEDTOP_API_KEY: service.key } });
	const amount = '0.123456789012345678';
	const fields = [
		`first_asset_amount=${amount}`,
		'first_asset_type=MB',
		'second_asset_amount=0.00001234',
		'second_asset_type=BTC',
	];
	const created = await api('PUT', '/market/asks', ...fields);
	expect(created.out).toContain(`"first":{"amount":${amount},`);
	expect(created.out).toContain('"second":{"amount":0.00001234,');
	expect((await api('GET', '/market/asks')).out).toContain(amount);
	const number = String(JSON.parse(created.out).order.order_number);
	expect((await api('POST', `/market/orders/${number}/cancel`)).code).toBe(0);
});

test.each([
	['7.2', true],
	['7.14', false],
] as const)('status reports the market of %s: %s', async (name, offered) => {
	const { url, dialect } = await runForeign(name);
	const key = dialect.key ?? '';
	const { out } = await runHere(['status', '--json', '--url', url], { env: { SEEDTOP_API_KEY: key } });
	expect(JSON.parse(out)).toMatchObject({ offers: { market: offered } });
	const assetsOf = await runHere(['market', 'assets', '--url', url], { env: { SEEDTOP_API_KEY: key } });
	expect(assetsOf.code).toBe(exitCodes.notFound);
	if (!offered) return;
	const dry = await runHere(['market', 'ask', '1', 'BTC', '2', 'MB', '--dry-run', '--json', '--url', url], {
		env: { SEEDTOP_API_KEY: key },
	});
	expect(JSON.parse(dry.out).unchecked).toEqual(['assets', 'decimals', 'validity', 'balance']);
});
