import { stringifyExact } from '../../protocol/exact-json.ts';
import type { OpenPart } from '../core/lazy-part.ts';
import type { HealthService } from '../health/health-service.ts';
import { JsonBytes } from '../http/json-bytes.ts';
import type { Handlers } from '../http/route.ts';

/** Handler of the interface's part 4.4 for health. */
export function healthRoutes(open: OpenPart<HealthService>) {
	return {
		async getHealth({ params: { infohash }, query }) {
			const health = await open();
			const { finished } = await health.check({
				infohash,
				timeoutSeconds: query.timeout,
				refresh: query.refresh ?? false,
				trackers: (query.trackers ?? '').split(/\s+/).filter((url) => url !== ''),
			});
			if (query.nowait) return json({ checking: true });
			// An object by tracker, as in services in the field. Clients turn it into a list.
			const reports = [...(await finished)].map(([tracker, report]) => [tracker, { infohash, ...report }]);
			return json(Object.fromEntries(reports));
		},
	} satisfies Partial<Handlers>;
}

const json = (value: object): JsonBytes => new JsonBytes(Buffer.from(stringifyExact(value)));
