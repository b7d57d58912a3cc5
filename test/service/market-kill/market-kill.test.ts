import { test } from 'vitest';
import { tradeAndKill } from './trade-and-kill.ts';

const KILLS = 2;

test(`${KILLS} kills of trading services and engines lose no order, payment or balance`, async () => {
	await tradeAndKill(1, KILLS);
}, 300_000);
