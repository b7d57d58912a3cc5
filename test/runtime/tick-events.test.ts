import { expect, test } from 'vitest';
import type { ServiceEvent } from '../../source/protocol/events/events.ts';
import { TickEvents } from '../../source/runtime/tick-events.ts';
import { until } from '../programs/until.ts';

const removed = (order_number: number): ServiceEvent => ({
	type: 'market_tick_removed',
	payload: { trader_id: 'a', order_number },
});
const started: ServiceEvent = { type: 'tribler_started', payload: {} };

test('a burst of events about ticks is delivered at once and in one batch, in its order', async () => {
	const delivered: number[] = [];
	const events = new TickEvents((_, at) => delivered.push(at));
	for (let at = 1; at <= 50; at++) events.add(removed(at), at);
	expect(delivered).toEqual([1]);
	await until(() => delivered.length > 1);
	expect(delivered).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
	events.close();
});

test('another event delivers the waiting ones before it', () => {
	const delivered: string[] = [];
	const events = new TickEvents(({ type }, at) => delivered.push(`${type} ${at}`));
	events.add(removed(1), 1);
	events.add(removed(2), 2);
	events.add(started, 3);
	expect(delivered).toEqual(['market_tick_removed 1', 'market_tick_removed 2', 'tribler_started 3']);
	events.close();
});

test('a closed queue delivers nothing', async () => {
	const delivered: number[] = [];
	const events = new TickEvents((_, at) => delivered.push(at));
	events.add(removed(1), 1);
	events.add(removed(2), 2);
	events.close();
	const later = new TickEvents((_, at) => delivered.push(at));
	later.add(removed(3), 3);
	later.add(removed(4), 4);
	await until(() => delivered.includes(4));
	expect(delivered).toEqual([1, 3, 4]);
	later.close();
});
