import { beforeAll } from 'vitest';
import { addComplete, allSeed, runService, type TestService } from '../fixtures/service.ts';

export const names = ['film-1', 'film-2', 'linux'];
export let service: TestService;

/** Starts a service with seeds for the tests of a file. */
export function prepareDownloads(): void {
	beforeAll(async () => {
		service = await runService({ flags: ['--no-pex'] });
		for (const name of names) await addComplete(service, name);
		await allSeed(service);
	});
}
