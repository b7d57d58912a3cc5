import { get, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { valueText } from '../../source/protocol/decode-values.ts';
import { MAX_AMOUNT_DIGITS } from '../../source/protocol/exact-amount.ts';
import { parseExactDecimals, stringifyExact } from '../../source/protocol/exact-json.ts';
import { marketText } from '../../source/service/market/host/market-text.ts';
import { marketRouteText } from '../../source/service/routes/market.ts';
import { serveHere } from '../programs/service-here.ts';
import { type OwnService, startOwnService } from './own-service.ts';

/** Requests as other programs send them: bytes, not our client. */

let own: OwnService;
beforeAll(async () => {
	own = await startOwnService(serveHere);
});
afterAll(async () => own?.end());

interface Answer {
	readonly status: number;
	readonly text: string;
	readonly allow: string | undefined;
}

/** Sends a request with exactly these headers and the key. */
function send(
	method: string,
	path: string,
	body = '',
	headers: Readonly<Record<string, string | undefined>> = {},
): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const sent = request(
			own.service.url + path,
			{ method, headers: { 'x-api-key': own.service.key, ...headers } },
			(response) => {
				let text = '';
				response.setEncoding('utf8').on('data', (part: string) => {
					text += part;
				});
				response.on('end', () =>
					resolve({ status: response.statusCode ?? 0, text, allow: response.headers.allow }),
				);
			},
		);
		sent.on('error', reject);
		sent.end(body);
	});
}

const jsonType = { 'content-type': 'application/json' };
const formType = { 'content-type': 'application/x-www-form-urlencoded' };

/** Returns the JSON of an offer with these digits. */
const jsonOffer = (first: string, second = '0.5', more = '') =>
	`{"first_asset_amount":${first},"first_asset_type":"MB","second_asset_amount":${second},"second_asset_type":"BTC"${more}}`;
const formOffer = (first: string, second = '0.5', more = '') =>
	`first_asset_amount=${first}&first_asset_type=MB&second_asset_amount=${second}&second_asset_type=BTC${more}`;

interface Placed {
	readonly order: { readonly order_number: number; readonly timeout: number };
}

/** Places an order and cancels it. Returns the answer of the placement. */
async function place(body: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
	const answer = await send('PUT', '/market/asks', body, headers);
	if (answer.status === 200) {
		const { order } = parseExactDecimals(answer.text) as Placed;
		expect(await send('POST', `/market/orders/${order.order_number}/cancel`)).toMatchObject({ status: 200 });
	}
	return answer;
}

function expectError({ status, text }: Answer, expected: number, message: string): void {
	expect([status, text]).toEqual([expected, expect.stringContaining(JSON.stringify(message).slice(1, -1))]);
	expect(JSON.parse(text)).toMatchObject({ error: { handled: true, code: expect.any(String) } });
	expect(text.length).toBeLessThan(1_000);
}

describe('amounts of an offer', () => {
	test.each([
		['digits', '12', '0.12345678', '12', '0.12345678'],
		['an exponent', '1e3', '1234567E-8', '1000', '0.01234567'],
		['zeros at the end', '12.000000000000000000000', '0.5000000000000000000000000000', '12', '0.5'],
	])('with %s are written back digit by digit', async (_, first, second, firstBack, secondBack) => {
		for (const [body, headers] of [
			[jsonOffer(first, second), jsonType],
			[formOffer(first, second), formType],
			// Existing clients label forms as JSON and the reverse.
			[formOffer(first, second), jsonType],
			[jsonOffer(`"${first}"`, `"${second}"`), formType],
		] as const) {
			const answer = await place(body, headers);
			expect(answer.text).toContain(`"first":{"amount":${firstBack},"type":"MB"}`);
			expect(answer.text).toContain(`"second":{"amount":${secondBack},"type":"BTC"}`);
		}
	});

	const nines = '9'.repeat(100_000);
	test.each([
		['100,000 digits', nines],
		['100,000 decimals', `0.${nines}`],
		['100,000 zeros between digits', `0.1${'0'.repeat(100_000)}1`],
		['100,000 zeros and a digit', `0.${'0'.repeat(100_000)}1`],
		['a huge exponent', '1e999999999'],
		['a tiny exponent', '1e-999999999'],
		['more digits than the limit', '9'.repeat(MAX_AMOUNT_DIGITS + 1)],
	])('with %s are refused in every kind of body', async (_, amount) => {
		for (const [body, headers] of [
			[jsonOffer(amount), jsonType],
			[jsonOffer(`"${amount}"`), jsonType],
			[formOffer(amount), formType],
		] as const) {
			expectError(
				await place(body, headers),
				400,
				`The body is invalid: first_asset_amount ${valueText.tooManyDigits}.`,
			);
		}
	});

	test.each([
		'"NaN"',
		'"Infinity"',
		'"0x10"',
		'"1,5"',
		'"1n"',
		'"١٢"',
		'""',
		'true',
		'[]',
		'{}',
		'{"toString":1}',
	])('that are no number are refused: %s', async (amount) => {
		const answer = await place(jsonOffer(amount), jsonType);
		expect(answer.status).toBe(400);
		expect(answer.text).toContain('first_asset_amount');
	});

	test.each([
		['0', marketText.notPositive],
		['1.5', marketText.amount['too-many-decimals']('first_asset_amount', 'MB', 0)],
		['1e31', marketText.amount['too-large']('first_asset_amount')],
		['-1', marketText.amount['not-a-number']('first_asset_amount')],
		['1e20', marketText.insufficient('MB', '10000')],
	])('that the asset does not allow are refused: %s', async (amount, message) => {
		expectError(await place(jsonOffer(amount), jsonType), 400, message);
		expectError(await place(formOffer(amount), formType), 400, message);
	});
});

describe('other parameters of an offer', () => {
	test('timeout is in seconds, and 3600 by default', async () => {
		const timeoutOf = ({ text }: Answer) => (parseExactDecimals(text) as Placed).order.timeout;
		expect(timeoutOf(await place(jsonOffer('1'), jsonType))).toBe(3600);
		expect(timeoutOf(await place(jsonOffer('1', '1e-8', ',"timeout":60'), jsonType))).toBe(60);
		expect(timeoutOf(await place(formOffer('1', '0.1', '&timeout=90'), formType))).toBe(90);
	});

	test.each(['0', '-5', '1e9', '"soon"'])('timeout %s is refused', async (timeout) => {
		expect((await place(jsonOffer('1', '0.5', `,"timeout":${timeout}`), jsonType)).status).toBe(400);
	});

	test.each(['first_asset_amount', 'first_asset_type', 'second_asset_amount', 'second_asset_type'])(
		'without %s it is refused',
		async (name) => {
			const fields = Object.entries({
				first_asset_amount: 1,
				first_asset_type: 'MB',
				second_asset_amount: 1,
				second_asset_type: 'BTC',
			}).filter(([field]) => field !== name);
			for (const [body, headers] of [
				[stringifyExact(Object.fromEntries(fields)), jsonType],
				[fields.map(([field, value]) => `${field}=${value}`).join('&'), formType],
			] as const) {
				const answer = await place(body, headers);
				expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(`${name} is missing`)]);
			}
		},
	);

	test('an undeclared asset is refused, however it is called', async () => {
		for (const name of ['GOLD', '__proto__', 'constructor', 'x'.repeat(100_000), '\u001b[31m', '']) {
			const body = JSON.stringify({
				first_asset_amount: 1,
				first_asset_type: name,
				second_asset_amount: 1,
				second_asset_type: 'BTC',
			});
			const answer = await place(body, jsonType);
			expect(answer.status).toBe(400);
			expect(answer.text.length).toBeLessThan(1_000);
			expect(answer.text).not.toContain('\u001b');
		}
	});
});

describe('cancelling', () => {
	const create = async () => {
		const { text } = await send('PUT', '/market/bids', jsonOffer('1'), jsonType);
		return (parseExactDecimals(text) as Placed).order.order_number;
	};
	const statusOf = async (number: number) => {
		const { orders } = await own.service.client().listOrders();
		return orders.find(({ order_number }) => order_number === number)?.status;
	};

	test('works by POST, and by GET as in the sample of the interface', async () => {
		for (const method of ['POST', 'GET']) {
			const number = await create();
			const answer = await send(method, `/market/orders/${number}/cancel`);
			expect(answer).toMatchObject({ status: 200, text: '{"cancelled":true}' });
			expect(await statusOf(number)).toBe('cancelled');
			expectError(
				await send(method, `/market/orders/${number}/cancel`),
				400,
				marketText.notOpen(number, 'cancelled'),
			);
		}
	});

	test('is refused by GET of a browser, a prefetch, another site, and without the key', async () => {
		const number = await create();
		const path = `/market/orders/${number}/cancel`;
		for (const headers of [
			{ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
			{ 'sec-fetch-site': 'none' },
			{ 'sec-purpose': 'prefetch' },
			{ purpose: 'prefetch' },
			{ referer: 'http://evil.example/' },
			{ origin: 'http://evil.example' },
			{ host: 'evil.example' },
		]) {
			expect([headers, (await send('GET', path, '', headers)).status]).toEqual([headers, 403]);
		}
		const withoutKey = await new Promise((resolve) =>
			get(own.service.url + path, ({ statusCode }) => resolve(statusCode)),
		);
		expect(withoutKey).toBe(401);
		expect(await statusOf(number)).toBe('open');
		expect((await send('POST', path)).status).toBe(200);
	});

	test('changes nothing by HEAD and other methods', async () => {
		const number = await create();
		for (const method of ['HEAD', 'PUT', 'DELETE', 'PATCH']) {
			const answer = await send(method, `/market/orders/${number}/cancel`);
			expect([method, answer.status, answer.allow]).toEqual([method, 405, 'POST, GET']);
		}
		expect(await statusOf(number)).toBe('open');
		await send('POST', `/market/orders/${number}/cancel`);
	});

	test.each(['0', '-1', '01', '1.5', '1e3', 'x', '9'.repeat(5_000), '%00', '99999'])(
		'order %.10s is not found',
		async (number) => {
			const answer = await send('POST', `/market/orders/${number}/cancel`);
			expect(answer.status).toBe(404);
			expect(answer.text.length).toBeLessThan(1_000);
		},
	);
});

test('a transaction that does not exist is not found', async () => {
	expectError(
		await send('GET', '/market/transactions/aa/x/payments'),
		404,
		marketRouteText.noTransaction('x'),
	);
	expect((await send('GET', '/market/transactions/aa/1/payments')).status).toBe(404);
});

test('the API page shows amounts as numbers, and marks the extensions', async () => {
	const document = JSON.parse((await send('GET', '/docs/json')).text);
	const { paths } = document;
	const body = paths['/market/asks'].put.requestBody.content['application/json'].schema;
	expect(body.properties.first_asset_amount).toMatchObject({ type: 'number' });
	expect(paths['/market/assets'].get['x-extension']).toBe(true);
	expect(paths['/market/assets/{asset}/input'].put['x-extension']).toBe(true);
	expect(paths['/market/asks'].get).not.toHaveProperty('x-extension');
});
