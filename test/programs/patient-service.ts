import type { ServerResponse } from 'node:http';
import { serve } from '../client/server.ts';

export interface PatientDownload {
	readonly name: string;
	readonly infohash: string;
	status: string;
	hops: number;
	/** Error for every request for a change; '' for none. */
	refuses: string;
}

export interface PatientService {
	readonly url: string;
	readonly downloads: readonly PatientDownload[];
	/** Bodies of the requests for changes so far, by the names of their downloads. */
	readonly changes: readonly (readonly [name: string, body: unknown])[];
	/** While true, requests for changes wait for `answer`. */
	isHolding: boolean;
	/** Answers so many of the waiting requests. */
	answer(count: number): void;
	/** Number of waiting requests. */
	waiting(): number;
}

/**
 * Starts a service that answers requests for changes when the test releases them, and refuses some. Ends with the
 * test.
 */
export async function servePatiently(names: readonly string[]): Promise<PatientService> {
	const downloads = names.map(
		(name, index): PatientDownload => ({
			name,
			infohash: (index + 1).toString(16).padStart(40, '0'),
			status: 'SEEDING',
			hops: 0,
			refuses: '',
		}),
	);
	const changes: (readonly [string, unknown])[] = [];
	const waiting: (() => void)[] = [];
	const service = {
		downloads,
		changes,
		isHolding: false,
		answer: (count: number) => {
			for (const order of waiting.splice(0, count)) order();
		},
		waiting: () => waiting.length,
	};
	const json = (response: ServerResponse, answer: object, status = 200) =>
		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
	const { url } = await serve(({ method, path, body }, response) => {
		const [resource = '', infohash = ''] = (path.split('?')[0] ?? '').slice(1).split('/');
		const download = downloads.find((each) => each.infohash === infohash);
		if (resource === 'state') json(response, { state: 'STARTED', last_exception: null, readable_state: '' });
		else if (resource === 'downloads' && method === 'GET') {
			const checkpoints = { all_loaded: true, loaded: downloads.length, total: downloads.length };
			json(response, {
				downloads: downloads.map((each) => ({ progress: 1, size: 1024, ...each })),
				checkpoints,
			});
		} else if (download && method === 'PATCH') {
			const change: { state?: string; anon_hops?: number } = JSON.parse(body);
			changes.push([download.name, change]);
			const act = () => {
				if (download.refuses !== '') {
					json(response, { error: { handled: true, code: 'BusyError', message: download.refuses } }, 500);
					return;
				}
				if (change.state !== undefined) download.status = change.state === 'stop' ? 'STOPPED' : 'SEEDING';
				if (change.anon_hops !== undefined) download.hops = change.anon_hops;
				json(response, { modified: true, infohash });
			};
			if (service.isHolding) waiting.push(act);
			else act();
		} else json(response, { error: { handled: true, message: `Could not find ${path}` } }, 404);
	});
	return Object.assign(service, { url });
}
