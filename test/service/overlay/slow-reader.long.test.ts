import { test } from 'vitest';
import { expectBoundedMemory } from './slow-reader.ts';

test.each([
	['that dialed', 'first'],
	['that was dialed', 'second'],
] as const)('a reader that stops bounds memory, at the side %s', (_, slow) => expectBoundedMemory(slow));
