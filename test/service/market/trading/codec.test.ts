import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InvalidJson, tryDecode } from '../../../../source/service/market/trading/codec.ts';
import { directCodec, tickCodec } from '../../../../source/service/market/trading/messages.ts';
import { orderRow, transactionRow } from '../../../../source/service/market/trading/saved-rows.ts';
import { makeAsk } from '../matching/make-order.ts';
import { makeTick } from './make-trading.ts';

const codecs = [directCodec, tickCodec, orderRow, transactionRow];

test('codecs return undefined for any other JSON, and never throw anything else', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (json) => {
			for (const codec of codecs) expect(tryDecode<unknown>(codec, json)).toBeUndefined();
		}),
	);
});

test('a tick with any wrong field is invalid', () => {
	const { body } = makeTick('bob');
	if (typeof body !== 'object' || body === null) throw new Error('no body');
	fc.assert(
		fc.property(fc.constantFrom(...Object.keys(body)), fc.jsonValue(), (name, value) => {
			const tick = tryDecode(tickCodec, { ...body, [name]: value });
			if (tick) expect(tickCodec.encode(tick)).toEqual({ ...body, [name]: value });
		}),
	);
	for (const name of Object.keys(body)) {
		const { [name]: _, ...rest } = Object.fromEntries(Object.entries(body));
		expect(() => tickCodec.decode(rest)).toThrow(InvalidJson);
	}
});

test.each(['', '01', '-1', '1.0', '1e3', '0x1', ' 1', '9'.repeat(31), '1'.repeat(1_000_000)])(
	'the amount %j is invalid',
	(traded) => {
		expect(tryDecode(tickCodec, { ...Object(makeTick('bob').body), traded })).toBeUndefined();
	},
);

test('a saved order of an earlier version is not expired', () => {
	const row = {
		order: makeAsk(1n, 1n, { trader: 'a'.repeat(64) }),
		precision: { first: 8, second: 0 },
		version: 0,
		isStated: true,
		envelope: null,
	};
	const { isExpired, ...order } = JSON.parse(JSON.stringify(orderRow.encode(row))).order;
	expect(isExpired).toBe(false);
	const saved = { ...JSON.parse(JSON.stringify(orderRow.encode(row))), order };
	expect(tryDecode(orderRow, saved)).toEqual(row);
});
