import { test } from 'vitest';
import { runs } from '../../../runs.ts';
import { expectSmallLosses } from './cheats.ts';

const SEEDS = runs(2);

test(`traders lose at most one round to a cheater that floods (${SEEDS} seeds)`, { timeout: 120_000 }, () =>
	expectSmallLosses('floods', SEEDS),
);
