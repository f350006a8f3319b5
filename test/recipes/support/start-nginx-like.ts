import { createServer, request, type Server } from 'node:http';

/**
 * A proxy on loopback that sets the headers which a configuration of nginx sets, for a caller at `remoteAddress`, in
 * front of `target`. https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_set_header
 */
export function startNginxLike(
  configuration: string,
  { target, remoteAddress }: { readonly target: string; readonly remoteAddress: string },
): Promise<Server> {
  const rules = [...configuration.matchAll(/^\s*proxy_set_header (\S+) (.+);$/gm)];
  const server = createServer((incoming, outgoing) => {
    const { host = '' } = incoming.headers;
    const forwarded = incoming.headers['x-forwarded-for'];
    const variables: Record<string, string> = {
      $host: host.replace(/:\d+$/, ''),
      $scheme: 'https',
      $proxy_add_x_forwarded_for: forwarded === undefined ? remoteAddress : `${forwarded}, ${remoteAddress}`,
    };
    const headers: Record<string, string> = { ...(incoming.headers as Record<string, string>) };
    for (const [, name = '', value = ''] of rules) {
      const filled = value === '""' ? '' : (variables[value] ?? value);
      if (filled === '') delete headers[name.toLowerCase()];
      else headers[name.toLowerCase()] = filled;
    }
    const call = request(`${target}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(call);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
