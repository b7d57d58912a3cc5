import { beforeAll } from 'vitest';
import { runServiceProcess, type TestServiceProcess } from '../fixtures/service.ts';

/** A process of its own has less memory to write than this one. */
export let service: TestServiceProcess;

/** Starts the service of the tests of a file. */
export function prepareService(): void {
	beforeAll(async () => {
		service = await runServiceProcess();
	});
}
