import { describe, test } from 'vitest';
import { expectOutcome, interimFloods, ways } from './hostile-outcome.ts';

describe.each(Object.entries(ways))('%s', (_, ask) => {
	test.each(interimFloods)('%s', (_, talk) => expectOutcome(ask, talk, ['timeout', 'unreachable']));
});
