import { downloadsOf, type TestService } from '../fixtures/service.ts';

/** Returns the addresses of the trackers of the only download. */
export async function trackersOf(service: Pick<TestService, 'client'>): Promise<readonly string[]> {
	const [download] = await downloadsOf(service);
	return (download?.trackers ?? []).map(({ url }) => url).filter((url) => !url.startsWith('['));
}
