import { test } from 'vitest';
import { expectBoundedMemory } from './slow-reader.ts';

test('a reader that stops bounds memory, at the side that dialed', () => expectBoundedMemory('first'));
