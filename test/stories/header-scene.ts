import { beforeAll } from 'vitest';
import { addComplete, runService, type TestService } from '../fixtures/service.ts';

export let service: TestService;

/** Starts a service with a seed for the tests of a file. */
export function prepareService(): void {
	beforeAll(async () => {
		service = await runService();
		await addComplete(service, 'kept');
	});
}
