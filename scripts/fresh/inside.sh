#!/bin/sh
# Runs in mount and process namespaces of its own: makes the layer at $1 over the base $2 the root of all it sees, and runs the
# other words in ~/checkout as the user $3. Mounts and processes end with the namespaces, however the command ends.
set -eu
layer=$1 base=$2 user=$3
shift 3
root=$layer/root

mount --make-rprivate /
mount -t overlay overlay -o "lowerdir=$base,upperdir=$layer/upper,workdir=$layer/work" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys" 2>/dev/null || true
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do
  : >"$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
ln -s /proc/self/fd/0 "$root/dev/stdin"
ln -s /proc/self/fd/1 "$root/dev/stdout"
ln -s /proc/self/fd/2 "$root/dev/stderr"
cat /etc/resolv.conf >"$root/etc/resolv.conf"
cat /etc/hosts >"$root/etc/hosts"

# Not chroot: inside of one, no program can make a user namespace.
mkdir -p "$root/outside"
cd "$root"
pivot_root . outside
umount -l /outside

home=/root
[ "$user" = root ] || home=/home/$user
cd "$home/checkout"
# Not exec: as the first process of its namespace, this shell collects what the command leaves behind.
HOME=$home setpriv --reuid "$user" --regid "$user" --init-groups -- "$@"
