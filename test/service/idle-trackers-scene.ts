import type { Download } from '../../source/protocol/resources/download.ts';
import type { TestService } from '../fixtures/service.ts';
import { until } from '../programs/until.ts';

/** No server listens there. */
export const announce = 'http://127.0.0.1:9/announce';

/** Trackers of a download with that tracker which does not run. */
export const idle = [{ url: announce, status: 'Disabled', peers: 0, error: '' }];

/** Returns a download when it has a status. */
export async function reaches(service: TestService, infohash: string, status: string): Promise<Download> {
	return until(async () => {
		const { downloads } = await service.client().listDownloads();
		return downloads.find((each) => each.infohash === infohash && each.status === status);
	});
}
