import fc from 'fast-check';
import { endpointNames, endpoints } from '../../../source/protocol/endpoints/table.ts';
import { FuzzedService } from '../../service/fuzz/fuzzed-service.ts';
import { target } from '../target.ts';

let service: FuzzedService | undefined;

/** Inputs of endpoints: each odd request has a valid answer or an error that it caused, and the service stays sound. */
export const endpointInputs = target({
	name: 'endpoint inputs',
	input: fc.record({ endpoint: fc.constantFrom(...endpointNames), seed: fc.nat() }),
	async start() {
		const started = await FuzzedService.start();
		service = started;
		return () => started.close();
	},
	async check({ endpoint, seed }) {
		if (!service) throw new Error('the service was not started');
		if (endpoints[endpoint].method === 'DELETE') await service.add();
		const requests = await service.requestsTo(endpoint);
		for (const request of fc.sample(requests, { seed, numRuns: 20 })) await service.send(request);
		await service.requireSound();
	},
});
