import { beforeAll } from 'vitest';
import { addComplete, runService, type TestService } from '../fixtures/service.ts';

export let service: TestService;

/** Starts the service of the tests of a file. */
export function prepareService(): void {
	beforeAll(async () => {
		service = await runService({ flags: ['--peer-host', '127.0.0.1'] });
		await addComplete(service, 'kept');
	});
}
