import { test } from 'vitest';
import { tradeAndKill } from './trade-and-kill.ts';

/** Pairs of services that trade at the same time. */
const PAIRS = 4;
const KILLS_PER_PAIR = 13;

test(`${PAIRS * KILLS_PER_PAIR} kills of trading services and engines lose no order, payment or balance`, async () => {
	await tradeAndKill(PAIRS, KILLS_PER_PAIR);
}, 900_000);
