import { describe, test } from 'vitest';
import { runs } from '../../../runs.ts';
import { cheats, expectSmallLosses } from './cheats.ts';

const SEEDS = runs(3);

describe(`traders lose at most one round to a cheater that (${SEEDS} seeds)`, () => {
	// Each message of a flood costs time. One that does everything floods as well.
	const names = Object.keys(cheats).filter((name) => name !== 'floods');
	test.each(names)('%s', { timeout: 120_000 }, (name) => expectSmallLosses(name, SEEDS));
});
