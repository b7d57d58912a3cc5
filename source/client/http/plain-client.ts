import type { EndpointAnswer, EndpointName, EndpointRequest } from '../../protocol/endpoints/table.ts';
import type { Http } from './http.ts';
import type { CallOptions, Requests } from './requests.ts';

type Arguments<Name extends EndpointName> =
	Record<never, never> extends EndpointRequest<Name>
		? [request?: EndpointRequest<Name>, options?: CallOptions]
		: [request: EndpointRequest<Name>, options?: CallOptions];

/** A method for every endpoint of the table except the event stream. */
export type ClientMethods = {
	readonly [Name in Exclude<EndpointName, 'openEvents'>]: (
		...args: Arguments<Name>
	) => Promise<EndpointAnswer<Name>>;
};

/** A client without the operations that combine several requests. */
export type PlainClient = ClientMethods & {
	readonly url: string;
	readonly http: Http;
	/** Sends requests without reading the response: see DownloadList. */
	readonly requests: Requests;
	/** Endpoints that the service does not have. Calling them throws an AbsentError without a request. */
	readonly absent: ReadonlySet<EndpointName>;
	close(): Promise<void>;
};
