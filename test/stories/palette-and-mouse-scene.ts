import { type Cockpit, type CockpitOptions, openCockpit } from '../fixtures/cockpit.ts';
import { type ListService, serveList } from '../programs/list-service.ts';

export const GiB = 1024 ** 3;
export const names = Array.from({ length: 40 }, (_, index) => `number-${String(index).padStart(2, '0')}`);

export async function open(options?: CockpitOptions): Promise<Cockpit & { readonly service: ListService }> {
	const service = await serveList(
		Object.fromEntries(names.map((name, index) => [name, ((index * 7) % 40) * GiB])),
	);
	const cockpit = await openCockpit(service, { ...options, names });
	await cockpit.screen.listed(40);
	return { ...cockpit, service };
}
