import { expect, test } from 'vitest';
import { MAX_TICKS } from '../../../../source/service/market/trading/tick-limits.ts';
import { START_MS } from '../matching/make-order.ts';
import { askKeys, makeTick, makeTrading, nothingSaved, savedTick } from './make-trading.ts';

test('above the maximum in total, free identities do not displace the ticks of other sources', () => {
	const own = Array.from({ length: 40 }, (_, index) => `bob.${index + 1}`);
	const ticks = Array.from({ length: MAX_TICKS }, (_, count) =>
		savedTick(
			count < own.length
				? makeTick('bob', { number: count + 1 }, 'hub')
				: makeTick(`t${count}`, {}, `p${count % 5}`),
		),
	);
	const trading = makeTrading({ saved: { ...nothingSaved, ticks } });
	expect(askKeys(trading)).toHaveLength(MAX_TICKS);
	for (let count = 0; count < 100; count++) {
		trading.published(makeTick(`x${count}`, {}, `p${count % 5}`), START_MS);
		trading.published(makeTick(`y${count}`, {}, `new${count}`), START_MS);
	}
	const keys = askKeys(trading);
	expect(keys).toHaveLength(MAX_TICKS);
	expect(keys).toEqual(expect.arrayContaining(own));
	const { verdict } = trading.published(makeTick('bob', { number: 41 }, 'hub'), START_MS);
	expect(verdict).toBe('accept');
	expect(askKeys(trading)).toContain('bob.41');
});
