import { test } from 'vitest';
import { tradeAndKill } from './trade-and-kill.ts';

/** Pairs of services that trade at the same time. */
const PAIRS = 4;
/** Number of kills for each pair. More of them: SEEDTOP_MARKET_KILLS. */
const kills = Number(process.env.SEEDTOP_MARKET_KILLS || 13);

test(`${PAIRS * kills} kills of trading services and engines lose no order, payment or balance`, async () => {
	await tradeAndKill(PAIRS, kills);
}, 900_000);
