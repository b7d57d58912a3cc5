import { expect, onTestFinished, test } from 'vitest';
import {
	TradingDriver,
	type TradingDriverOptions,
} from '../../../../source/service/market/host/trading-driver.ts';
import { START_MS } from '../matching/make-order.ts';
import { makeTick, makeTrading } from '../trading/make-trading.ts';

test('a refused proposal with a new tick does not wait for the disk', () => {
	const calls: string[] = [];
	const store: TradingDriverOptions['store'] = {
		probe: () => {},
		write: () => void calls.push('write'),
		writeSoon: (writes) => void calls.push(...writes.map(({ table }) => `soon ${table}`)),
	};
	const driver = new TradingDriver({
		store,
		load: () => makeTrading(),
		overlay: undefined,
		emit: () => {},
		runTask: () => {},
		onFailure: () => {},
		onFault: () => {},
		now: () => START_MS,
	});
	onTestFinished(() => driver.close());
	driver.start();
	calls.length = 0;
	const order = makeTick('bob').body;
	const body = {
		...{ v: 1, kind: 'proposal', id: 'c'.repeat(32), order, partner: 1, rounds: 1 },
		...{ fill: { quantity: '1', payment: '2' }, timeout: 60_000, address: 'bob' },
	};
	const message = { sentMs: 0, envelope: new Uint8Array(), body: Buffer.from(JSON.stringify(body)) };
	expect(driver.received({ ...message, from: 'bob', via: 'bob' })).toBe('accept');
	expect(calls).toEqual(['soon ticks']);
});
