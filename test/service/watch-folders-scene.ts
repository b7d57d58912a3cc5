import { makeFolder } from '../fixtures/folder.ts';
import { downloadsOf, type TestService } from '../fixtures/service.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

/** Makes a torrent for a watch folder. */
export async function make(name: string) {
	return makeTorrent(await makeFolder(), name, { [`${name}.bin`]: 20_000 });
}

/** Returns a download once the service has it. */
export async function download(service: TestService, infohash: string) {
	return until(async () => (await downloadsOf(service)).find((each) => each.infohash === infohash));
}

/** Returns how often a service has logged a text. */
export const times = (service: TestService, text: string) => service.output().split(text).length - 1;
