import { test } from 'vitest';
import { makeFolder } from '../../fixtures/folder.ts';
import { expectReadableAfterKill } from './killed-creation.ts';

// Each lets one more change of the folder happen before the kill.
test.each([0, 2, 3, 4])(
	'the database of a service that is killed after %i changes of its folder can be opened',
	async (changes) => expectReadableAfterKill(await makeFolder(), changes),
);
