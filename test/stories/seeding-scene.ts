import { beforeAll } from 'vitest';
import { controllerText } from '../../source/service/downloads/engine-controller.ts';
import { addComplete, runService, type TestService } from '../fixtures/service.ts';
import { containing, NUMBER } from '../programs/message-pattern.ts';
import { until } from '../programs/until.ts';

export const flags = ['--no-pex'];

export let service: TestService;
/** Another service, which downloads from it. */
export let other: TestService;

export async function only({ client }: Pick<TestService, 'client'>, infohash: string) {
	return (await client().listDownloads()).downloads.find((each) => each.infohash === infohash);
}

/** Adds a complete download, and returns its infohash. */
export async function seed(name: string): Promise<string> {
	const infohash = await addComplete(service, name, { [`${name}.bin`]: 40_000 });
	await until(async () => (await only(service, infohash))?.status === 'SEEDING');
	return infohash;
}

/** Downloads a torrent to the other service. */
export async function downloadFrom(infohash: string): Promise<void> {
	const listening = containing(controllerText.listening(NUMBER));
	const [, port = ''] = await until(() => listening.exec(service.output()));
	const uri = `magnet:?xt=urn:btih:${infohash}&x.pe=127.0.0.1:${port}`;
	await other.client().addDownload({ body: { uri } });
	await until(async () => (await only(other, infohash))?.progress === 1);
}

/** Starts the service of the tests of a file. */
export function prepareServices(): void {
	beforeAll(async () => {
		[service, other] = await Promise.all([runService({ flags }), runService({ flags })]);
	});
}
