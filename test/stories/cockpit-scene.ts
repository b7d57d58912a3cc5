import { afterEach, beforeAll } from 'vitest';
import { type CockpitOptions, openCockpit as openOn } from '../fixtures/cockpit.ts';
import { removeAll, runService, type TestService } from '../fixtures/service.ts';

export let service: TestService;

export const openCockpit = (options?: CockpitOptions) => openOn(service, options);

/** Starts the service of the tests of a file. */
export function prepareService(): void {
	beforeAll(async () => {
		service = await runService();
	});

	afterEach(() => removeAll(service));
}
